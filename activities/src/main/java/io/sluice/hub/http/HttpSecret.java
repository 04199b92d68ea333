package io.sluice.hub.http;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Holds the credentials of a request; nothing of them is ever part of a message. */
public final class HttpSecret {
  private final String label;
  private final Map<String, byte[]> values;

  /**
   * @param label of the Secret in messages: {@code retail/prom}
   */
  HttpSecret(String label, Map<String, byte[]> values) {
    this.label = requireNonNull(label, "label is null");
    this.values = Map.copyOf(values);
  }

  /** Returns the certificates that it trusts, in PEM. */
  public Optional<String> authority() {
    return text("ca.crt");
  }

  /**
   * Returns the value of the header {@code Authorization}; empty if it holds certificates alone.
   *
   * @throws NoAnswerException if it holds neither
   */
  public Optional<String> authorization() {
    Optional<String> header = header();
    if (header.isEmpty() && authority().isEmpty()) {
      throw new NoAnswerException(
          "Secret %s has no key token, and not both of username and password".formatted(label));
    }
    return header;
  }

  /**
   * Returns the same, where it may hold other things.
   *
   * @throws NoAnswerException if no header may have it
   */
  public Optional<String> header() {
    Optional<String> header =
        text("token")
            .map("Bearer "::concat)
            .or(
                () ->
                    text("username")
                        .flatMap(user -> text("password").map(password -> basic(user, password))));
    if (header.filter(value -> !value.matches("[\\x20-\\x7e]+")).isPresent()) {
      throw new NoAnswerException(
          "the token in Secret %s has characters that no header may have".formatted(label));
    }
    return header;
  }

  /**
   * Returns the key by which requests are signed.
   *
   * @throws NoAnswerException if it holds none
   */
  public byte[] signingKey() {
    return key()
        .orElseThrow(
            () -> new NoAnswerException("Secret %s has no key named key".formatted(label)));
  }

  /** Returns the same; empty if it holds none. */
  public Optional<byte[]> key() {
    return Optional.ofNullable(values.get("key")).filter(key -> key.length > 0);
  }

  /** Returns a text that it holds, without what an editor puts at the end of a file. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
        .filter(text -> !text.isEmpty());
  }

  private static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }
}
