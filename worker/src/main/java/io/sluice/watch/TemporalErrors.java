package io.sluice.watch;

import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;

/** Recognises that Temporal cannot be reached, or does not answer. */
final class TemporalErrors {
  private TemporalErrors() {}

  static boolean is(RuntimeException failure) {
    return failure instanceof StatusRuntimeException || failure instanceof WorkflowServiceException;
  }
}
