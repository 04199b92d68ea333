package io.sluice.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.http.HttpTimeoutException;

/** Words what went wrong for the person who typed the command. */
public final class Failures {
  private Failures() {}

  static String words(Throwable failure) {
    if (failure instanceof KubernetesClientException hub) {
      return ofHub(hub);
    }
    return begins(failure)
        ? failure.getMessage()
        : "Cannot go on: %s. This is a fault of Sluice; --verbose shows where it happened."
            .formatted(failure);
  }

  /** Whether the message is already in the form that people are shown. */
  private static boolean begins(Throwable failure) {
    boolean worded =
        failure instanceof CliFailure
            || failure instanceof IllegalStateException
            || failure instanceof IllegalArgumentException;
    return worded && failure.getMessage() != null && failure.getMessage().startsWith("Cannot ");
  }

  private static String ofHub(KubernetesClientException failure) {
    int code = failure.getCode();
    if (code <= 0) {
      return "Cannot reach the hub: %s. Start it, or name another with --hub or --kubeconfig."
          .formatted(reason(failure));
    }
    boolean refused =
        code == HttpURLConnection.HTTP_UNAUTHORIZED || code == HttpURLConnection.HTTP_FORBIDDEN;
    return "Cannot ask the hub: it answers %d: %s. %s"
        .formatted(
            code,
            said(failure),
            refused
                ? "Ask its administrator for the right to do this."
                : "Try again, with --verbose for details.");
  }

  /** What the hub itself said, without a full stop. */
  public static String said(KubernetesClientException failure) {
    String said =
        failure.getStatus() == null || failure.getStatus().getMessage() == null
            ? failure.getMessage()
            : failure.getStatus().getMessage();
    return said.strip().replaceAll("\\.$", "");
  }

  /** The innermost cause that says something. */
  public static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpTimeoutException) {
        return "no answer in time";
      }
      if (cause instanceof ConnectException) {
        return "the connection is refused";
      }
      if (cause instanceof IOException && cause.getMessage() != null && cause.getCause() == null) {
        return cause.getMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }
}
