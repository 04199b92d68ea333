package io.sluice.simulator.api;

/**
 * Records one request that wanted to change an object, and the code of its answer.
 *
 * <p>The subresource is {@code status} or empty: an empty one is a write of content.
 */
public record RecordedWrite(
    String verb, String resource, String subresource, String namespace, String name, int code) {

  /** Whether the hub did it. */
  public boolean succeeded() {
    return code < 300;
  }
}
