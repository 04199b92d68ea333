package io.sluice.policy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Hashes trees, names and bytes with SHA-256, shortened to a few hex digits. */
public final class Hashes {
  private static final int CONTENT_DIGITS = 16;
  private static final int SHORT_DIGITS = 8;

  /** The names that were hashed last: those of a replica's events at each look at it. */
  private static final AtomicReferenceArray<Named> NAMES = new AtomicReferenceArray<>(1 << 12);

  private Hashes() {}

  private record Named(String name, String hash) {}

  /** Returns sixteen hex digits of a tree in which null and empty mean absent. */
  public static String ofTree(Object tree) {
    return sha256(CanonicalJson.of(tree)).substring(0, CONTENT_DIGITS);
  }

  /** Returns eight hex digits of a name. */
  public static String ofName(String name) {
    int hash = name.hashCode();
    int place = (hash ^ hash >>> 16) & NAMES.length() - 1;
    Named known = NAMES.get(place);
    if (known == null || !known.name().equals(name)) {
      known = new Named(name, sha256(name).substring(0, SHORT_DIGITS));
      NAMES.set(place, known);
    }
    return known.hash();
  }

  /** Returns the first hex digits of the hash of a tree in which null and empty are values. */
  public static String ofVerbatim(Object tree, int digits) {
    return sha256(CanonicalJson.verbatim(tree)).substring(0, digits);
  }

  /** Returns sixteen hex digits of bytes, as they are. */
  public static String ofBytes(byte[] bytes) {
    return sha256(bytes).substring(0, CONTENT_DIGITS);
  }

  private static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String sha256(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
