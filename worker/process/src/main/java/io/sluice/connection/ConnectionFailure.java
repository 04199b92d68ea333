package io.sluice.connection;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowServiceException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

/** Explains why a server cannot be reached, and what to do, from the exceptions of the clients. */
public final class ConnectionFailure {
  private ConnectionFailure() {}

  /**
   * Holds a reason without a full stop, and what to do if that is something else than starting the
   * server.
   */
  public record Explanation(String reason, Optional<String> remedy) {}

  private static Explanation plain(String reason) {
    return new Explanation(reason, Optional.empty());
  }

  private static Explanation explained(String reason, String remedy) {
    return new Explanation(reason, Optional.of(remedy));
  }

  /** Explains a failed request to a hub. */
  public static Explanation ofHub(KubernetesClientException failure) {
    if (failure.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED) {
      return explained(
          "the token has expired or is not accepted",
          "Renew the token or certificate in the kubeconfig, or name another with --kubeconfig.");
    }
    if (failure.getCode() > 0) {
      String message = message(failure);
      return message.contains("HTTP request to an HTTPS server")
          ? explained("it speaks https", "Write its address with https://.")
          : plain("it answers %d: %s".formatted(failure.getCode(), message));
    }
    return of(failure, false);
  }

  /** Explains a failed call to Temporal. */
  public static Explanation ofTemporal(Throwable failure) {
    return of(failure, true);
  }

  /** Explains why a file or a setting cannot be used. */
  public static String reason(Throwable failure) {
    return of(failure, false).reason();
  }

  private static Explanation of(Throwable failure, boolean temporal) {
    List<Throwable> causes =
        Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(20).toList();
    // The JDK reports a name without an address as a refused connection.
    if (causes.stream().anyMatch(ConnectionFailure::unresolved)) {
      return explained(
          "its name cannot be resolved", "Correct its address, or the DNS of this machine.");
    }
    return causes.stream()
        .flatMap(cause -> known(cause, temporal).stream())
        .findFirst()
        .orElseGet(() -> plain(unknown(causes)));
  }

  private static String unknown(List<Throwable> causes) {
    boolean tls = causes.stream().anyMatch(SSLHandshakeException.class::isInstance);
    return tls ? "TLS failed (%s)".formatted(innermost(causes)) : innermost(causes);
  }

  private static boolean unresolved(Throwable cause) {
    return cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException;
  }

  private static Optional<Explanation> known(Throwable cause, boolean temporal) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof HttpTimeoutException) {
      return Optional.of(plain("no answer in time"));
    }
    if (cause instanceof ConnectException
        && (cause.getMessage() == null || message.contains("refused"))) {
      return Optional.of(plain("the connection is refused"));
    }
    if (cause instanceof NoSuchFileException) {
      return Optional.of(explained("there is no file " + message, "Correct its path."));
    }
    return ofProtocol(message, temporal);
  }

  private static Optional<Explanation> ofProtocol(String message, boolean temporal) {
    if (message.contains("PKIX path") || message.contains("unable to find valid certification")) {
      return Optional.of(
          explained(
              "its certificate is signed by an authority that is unknown here",
              temporal
                  ? "Name the authority in server_ca_cert_path of the TLS settings."
                  : "Name the authority in certificate-authority of the kubeconfig."));
    }
    if (message.contains("No subject alternative") || message.contains("No name matching")) {
      return Optional.of(
          explained(
              "its certificate is not for this address (%s)".formatted(sentence(message)),
              "Use an address that the certificate names."));
    }
    if (message.contains("Unrecognized SSL message")
        || message.contains("Unsupported or unrecognized SSL message")
        || message.contains("not an SSL/TLS record")) {
      return Optional.of(
          explained(
              "it speaks no TLS",
              temporal
                  ? "Turn TLS off; an API key turns it on."
                  : "Write its address with http://."));
    }
    if (message.contains("First received frame was not SETTINGS")
        || message.contains("Unexpected HTTP/1.x request")
        || message.contains("Network closed for unknown reason")
        || message.contains("Connection closed after GOAWAY")) {
      return Optional.of(
          explained(
              "what listens there does not speak plain gRPC: it wants TLS, or is another server",
              "Check host and port; turn TLS on with TEMPORAL_TLS=true if it wants TLS."));
    }
    return Optional.empty();
  }

  private static String innermost(List<Throwable> causes) {
    for (int i = causes.size() - 1; i >= 0; i--) {
      String message = causes.get(i).getMessage();
      if (message != null && !message.isBlank()) {
        return sentence(message);
      }
    }
    return causes.get(causes.size() - 1).getClass().getSimpleName();
  }

  /** Returns the message of the hub itself, without a full stop. */
  public static String message(KubernetesClientException failure) {
    return sentence(
        failure.getStatus() == null || failure.getStatus().getMessage() == null
            ? String.valueOf(failure.getMessage())
            : failure.getStatus().getMessage());
  }

  private static String sentence(String message) {
    return message.strip().replaceAll("\\s*\\n\\s*", " ").replaceAll("\\.+$", "");
  }

  /** Returns whether a call failed because Temporal cannot be reached, or does not answer. */
  public static boolean temporalUnreachable(RuntimeException failure) {
    return failure instanceof StatusRuntimeException || failure instanceof WorkflowServiceException;
  }
}
