package io.sluice.simulator.api;

/**
 * Records one request that was to change an object, and the code of its answer.
 *
 * <p>The subresource is {@code status} or empty: an empty one is a write of content.
 */
public record RecordedWrite(
    String verb, String resource, String subresource, String namespace, String name, int code) {

  /** Returns whether the hub made the change. */
  public boolean succeeded() {
    return code < 300;
  }
}
