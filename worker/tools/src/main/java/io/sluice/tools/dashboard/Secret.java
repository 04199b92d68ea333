package io.sluice.tools.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Makes texts that nobody can guess, and compares them without telling how much is equal. */
final class Secret {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Secret() {}

  static String random() {
    byte[] bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return text(bytes);
  }

  /** Returns a text by which it is found again, and from which it cannot be told. */
  static String hash(String secret) {
    try {
      return text(
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Takes the same time whatever is equal. */
  static boolean equal(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
