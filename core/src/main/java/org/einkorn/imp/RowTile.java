package org.einkorn.imp;

/**
 * How much of rows is held in registers at a time. More of a row at once means fewer times through
 * its entries; with less, rows that are read again stay nearer.
 *
 * @param vectors of all rows that are written; as many registers again are needed to compute them
 * @param bytes of each row
 */
public record RowTile(int vectors, int bytes) {
  public RowTile {
    if (vectors < 1 || bytes < 1) {
      throw new IllegalArgumentException("no row in " + vectors + " vectors, " + bytes + " bytes");
    }
  }
}
