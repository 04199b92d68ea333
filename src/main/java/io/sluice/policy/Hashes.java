package io.sluice.policy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes trees and names with SHA-256, shortened to a few hex digits. */
public final class Hashes {
  private static final int CONTENT_DIGITS = 16;
  private static final int SHORT_DIGITS = 8;

  private Hashes() {}

  /** Returns sixteen hex digits of a tree in which null and empty mean absent. */
  public static String ofTree(Object tree) {
    return sha256(CanonicalJson.of(tree)).substring(0, CONTENT_DIGITS);
  }

  /** Returns eight hex digits of a name. */
  public static String ofName(String name) {
    return sha256(name).substring(0, SHORT_DIGITS);
  }

  /** Returns the first hex digits of the hash of a tree in which null and empty are values. */
  public static String ofVerbatim(Object tree, int digits) {
    return sha256(CanonicalJson.verbatim(tree)).substring(0, digits);
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
