package io.sluice.tools.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubException;
import io.sluice.tools.option.CliFailure;
import java.net.HttpURLConnection;

/** Formats failures for the person who typed the command. */
public final class ErrorMessages {
  private ErrorMessages() {}

  static String of(Throwable failure) {
    Throwable cause = failure instanceof HubException ? failure.getCause() : failure;
    if (cause instanceof KubernetesClientException hub) {
      return ofHub(hub);
    }
    return complete(failure)
        ? failure.getMessage()
        : "Cannot go on: %s. This is a fault of Sluice; --verbose shows where it happened."
            .formatted(failure);
  }

  /**
   * Returns whether the message already has the form of those for users.
   *
   * <p>It reads the message only to word another: the exit code is the same. A type cannot tell it,
   * as Sluice reports bad settings as the JDK and its libraries do, by {@link
   * IllegalStateException} and {@link IllegalArgumentException}, from modules that know no command;
   * a message of theirs would reach people without saying what to do.
   */
  private static boolean complete(Throwable failure) {
    boolean own =
        failure instanceof CliFailure
            || failure instanceof HubException
            || failure instanceof IllegalStateException
            || failure instanceof IllegalArgumentException;
    return own && failure.getMessage() != null && failure.getMessage().startsWith("Cannot ");
  }

  private static String ofHub(KubernetesClientException failure) {
    ConnectionFailure.Explanation why = ConnectionFailure.ofHub(failure);
    int code = failure.getCode();
    if (code <= 0) {
      return "Cannot reach the hub: %s. %s"
          .formatted(
              why.reason(),
              why.remedy().orElse("Start it, or name another with --hub or --kubeconfig."));
    }
    return "Cannot %s the hub: %s. %s"
        .formatted(
            code == HttpURLConnection.HTTP_UNAUTHORIZED ? "log in to" : "ask",
            why.reason(),
            why.remedy()
                .orElse(
                    code == HttpURLConnection.HTTP_FORBIDDEN
                        ? "Ask its administrator for the right to do this."
                        : "Try again, with --verbose for details."));
  }
}
