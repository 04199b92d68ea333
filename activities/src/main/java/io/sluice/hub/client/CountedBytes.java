package io.sluice.hub.client;

import java.io.OutputStream;

/** Counts the bytes that are written to it, and keeps none of them. */
final class CountedBytes extends OutputStream {
  private long number;

  @Override
  public void write(int any) {
    number++;
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    number += length;
  }

  long number() {
    return number;
  }
}
