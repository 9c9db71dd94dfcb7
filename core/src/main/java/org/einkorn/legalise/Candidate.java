package org.einkorn.legalise;

import org.einkorn.loops.Statement;

/** Loops that compute an assignment, and what they are estimated to cost. */
public record Candidate(Statement statement, double cost) {}
