package org.einkorn.runtime;

/**
 * A part of a result that was appended by one chunk.
 *
 * @param arrays those of the levels, then the values; they may be longer than what is used of them
 * @param lengths how many elements of each belong to the part
 * @param begin where those begin that come with each entry, if others write to the same arrays;
 *     arrays that tell where the entries of each parent end are the part's own, but count from the
 *     beginning of these
 */
record AppendedPart(Object[] arrays, int[] lengths, int begin) {
  int entries() {
    return lengths[lengths.length - 1];
  }
}
