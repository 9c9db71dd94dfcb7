/**
 * How loops are to run: what a user orders, and what is chosen.
 *
 * <p>An order goes this way. {@link org.einkorn.schedule.ScheduleParser} reads text as {@link
 * org.einkorn.schedule.Directive directives}. A {@link org.einkorn.schedule.LoopNest} begins with
 * the loops of a statement, its {@link org.einkorn.schedule.Subject}, and {@link
 * org.einkorn.schedule.Transformation} makes another nest of it for each directive, or refuses.
 * What a nest knows:
 *
 * <ul>
 *   <li>the order of its variables, in the loops of the statement and in those that fill
 *       workspaces: {@link org.einkorn.schedule.LoopGroup};
 *   <li>how these are made from the variables of the notation: the {@link
 *       org.einkorn.schedule.Relation relations} of its {@link org.einkorn.schedule.Provenance};
 *   <li>how single loops run: {@link org.einkorn.schedule.Tags};
 *   <li>which workspaces are filled before: {@link org.einkorn.schedule.Producer}s, for sums within
 *       terms and for what precompute names; {@link org.einkorn.schedule.Placing} says where.
 * </ul>
 *
 * <p>In the end {@link org.einkorn.schedule.Derivation} turns variables and relations into {@link
 * org.einkorn.schedule.Step steps}, each a loop over a domain or a variable that is computed:
 *
 * <pre>
 * split(i,i0,i1,4)      directive
 * i -> i0, i1           relation: i = 4 * i0 + i1
 * i0, i1                order
 * loop over i0; loop over i from 4 * i0 to 4 * i0 + 4      steps
 * </pre>
 *
 * <p>What nobody orders is chosen by {@link org.einkorn.schedule.CostModel}, from {@link
 * org.einkorn.schedule.Measurements} of the tensors; {@link org.einkorn.schedule.Chunking} and
 * {@link org.einkorn.schedule.PositionSplit} divide loops among threads.
 */
package org.einkorn.schedule;
