package io.sluice.workflow.payload;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Holds the keys that payloads are encrypted with: the first encrypts, all of them decrypt. Without
 * keys nothing is encrypted.
 */
public final class PayloadKeys {
  public static final PayloadKeys NONE = new PayloadKeys(List.of());
  private static final int BYTES = 32;

  private final List<Key> keys;

  private PayloadKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Holds a key, and the name under which payloads refer to it. */
  record Key(String id, SecretKey secret) {
    @Override
    public String toString() {
      return id;
    }
  }

  /**
   * Parses keys: one a line, id and 32 bytes in base64; {@code #} begins a comment.
   *
   * @throws IllegalArgumentException that names the line and never the key
   */
  public static PayloadKeys parse(String text) {
    List<Key> keys = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        Key key = key(i + 1, line);
        if (keys.stream().anyMatch(other -> other.id().equals(key.id()))) {
          throw new IllegalArgumentException(
              "line %d: there are two keys %s".formatted(i + 1, key.id()));
        }
        keys.add(key);
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("it has no key");
    }
    return new PayloadKeys(keys);
  }

  private static Key key(int line, String text) {
    String[] parts = text.split("\\s+");
    if (parts.length != 2) {
      throw new IllegalArgumentException(
          "line %d: it has not an id and a key, with a space between".formatted(line));
    }
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(parts[1]);
    } catch (IllegalArgumentException e) {
      // Its message would show a part of the key.
      throw new IllegalArgumentException(
          "line %d: the key %s is not base64".formatted(line, parts[0]));
    }
    if (secret.length != BYTES) {
      throw new IllegalArgumentException(
          "line %d: the key %s has %d bytes, and AES-256 takes %d"
              .formatted(line, parts[0], secret.length, BYTES));
    }
    return new Key(parts[0], new SecretKeySpec(secret, "AES"));
  }

  /** Returns whether payloads are encrypted. */
  public boolean encrypt() {
    return !keys.isEmpty();
  }

  /** Returns the key that encrypts; empty: nothing is encrypted. */
  Optional<Key> first() {
    return keys.stream().findFirst();
  }

  Optional<SecretKey> find(String id) {
    return keys.stream().filter(key -> key.id().equals(id)).map(Key::secret).findFirst();
  }

  /** Formats the ids, for messages. */
  @Override
  public String toString() {
    return String.join(", ", new TreeSet<>(keys.stream().map(Key::id).toList()));
  }
}
