package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.CanonicalJson;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Takes fingerprints of templates (lazy-activation 1.3).
 *
 * <p>That of a Secret is keyed: its record may be read by those who must not guess its content.
 */
public final class Fingerprinter {
  private static final int DIGITS = 32;
  private static final int METADATA_DIGITS = 16;
  private static final int KEY_DIGITS = 8;
  private static final String ALGORITHM = "HmacSHA256";

  /** Groups whose servers count the generation of edits of the user only. */
  private static final Set<String> COUNTED = Set.of("apps", "batch", "networking.k8s.io", "policy");

  private final UserView view;
  private final byte[] key;

  /**
   * Takes fingerprints.
   *
   * @param key for Secrets
   */
  public Fingerprinter(UserView view, byte[] key) {
    this.view = requireNonNull(view, "view is null");
    this.key = key.clone();
  }

  /** Takes the fingerprint of a template, given whole. */
  public ContentFingerprint of(Map<String, Object> object) {
    Map<String, Object> content = view.of(object);
    Map<String, Object> metadata = JsonTree.map(object, "metadata");
    boolean secret = secret(object);
    boolean counted = COUNTED.contains(group(object));
    return new ContentFingerprint(
        secret ? keyed(content) : Hashes.ofVerbatim(content, DIGITS),
        JsonTree.text(metadata, "resourceVersion").orElse(""),
        counted ? Optional.of(JsonTree.number(metadata, "generation")) : Optional.empty(),
        counted
            ? Optional.of(Hashes.ofVerbatim(view.metadata(object), METADATA_DIGITS))
            : Optional.empty(),
        secret ? Optional.of(keyName()) : Optional.empty());
  }

  private static boolean secret(Map<String, Object> object) {
    return "Secret".equals(object.get("kind")) && "v1".equals(object.get("apiVersion"));
  }

  private static String group(Map<String, Object> object) {
    String version = JsonTree.text(object, "apiVersion").orElse("");
    return version.substring(0, Math.max(0, version.indexOf('/')));
  }

  private String keyed(Map<String, Object> content) {
    return hmac(CanonicalJson.verbatim(content)).substring(0, DIGITS);
  }

  private String keyName() {
    return hmac("").substring(0, KEY_DIGITS);
  }

  private String hmac(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC with SHA-256", e);
    }
  }
}
