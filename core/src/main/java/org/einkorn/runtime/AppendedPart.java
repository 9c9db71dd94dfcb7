package org.einkorn.runtime;

/**
 * A part of a result that was appended by one chunk.
 *
 * @param arrays those of the levels, then the values; they may be longer than what is used of them
 * @param lengths how many elements of each belong to the part
 * @param begin where those begin that come with each entry, in arrays that others write, too
 */
record AppendedPart(Object[] arrays, int[] lengths, int begin) {
  int entries() {
    return lengths[lengths.length - 1];
  }
}
