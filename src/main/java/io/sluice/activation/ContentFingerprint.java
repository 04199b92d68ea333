package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Identifies the content of an object, as far as its user owns it (lazy-activation 1.3).
 *
 * @param hash 32 hex digits of the content
 * @param resourceVersion of the object when it was taken; empty where none is known
 * @param generation that of kinds whose server counts edits of the user only
 * @param metadata hash of the metadata part, for these kinds
 * @param key names the key of a keyed hash; only hashes with the same key can be compared
 * @param claim id of the policy whose claim was to be written next, by an edit that the generation
 *     counts: it is the one of the object with that claim; empty for one that was read
 */
public record ContentFingerprint(
    String hash,
    String resourceVersion,
    Optional<Long> generation,
    Optional<String> metadata,
    Optional<String> key,
    Optional<String> claim) {
  public ContentFingerprint {
    requireNonNull(hash, "hash is null");
    requireNonNull(resourceVersion, "resourceVersion is null");
    requireNonNull(generation, "generation is null");
    requireNonNull(metadata, "metadata is null");
    requireNonNull(key, "key is null");
    requireNonNull(claim, "claim is null");
  }

  /** Identifies content as it was read. */
  public ContentFingerprint(
      String hash,
      String resourceVersion,
      Optional<Long> generation,
      Optional<String> metadata,
      Optional<String> key) {
    this(hash, resourceVersion, generation, metadata, key, Optional.empty());
  }

  /** Identifies content by its hash alone. */
  public static ContentFingerprint of(String hash) {
    return new ContentFingerprint(hash, "", Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns whether the user changed nothing between this and a later fingerprint.
   *
   * <p>A server upgrade that adds defaults changes the hash, but neither version nor generation. A
   * hash with another key says nothing, and so counts as equal.
   */
  public boolean sameContent(ContentFingerprint later) {
    return !key.equals(later.key)
        || hash.equals(later.hash)
        || !resourceVersion.isEmpty() && resourceVersion.equals(later.resourceVersion)
        || sameGeneration(later);
  }

  /**
   * Returns whether a record of the other one, kept on the object itself, says what this one says.
   * To keep it there is a write, which moves the version and may move the generation: that they
   * moved is no reason to write again.
   */
  public boolean recordedBy(ContentFingerprint other) {
    return hash.equals(other.hash) && metadata.equals(other.metadata) && key.equals(other.key);
  }

  /** Returns that of the same object after one more edit that its generation counts. */
  public ContentFingerprint countedUp() {
    return new ContentFingerprint(
        hash, resourceVersion, generation.map(count -> count + 1), metadata, key);
  }

  /** Returns that of the same object once the claim of this policy is written. */
  public ContentFingerprint countedUp(String policyId) {
    ContentFingerprint next = countedUp();
    return new ContentFingerprint(
        hash, resourceVersion, next.generation, metadata, key, Optional.of(policyId));
  }

  /**
   * Returns what counts of it. Until the claim is written, an edit by the user may have taken the
   * generation that was meant for it.
   *
   * @param policyId of the claim that the object carries now
   */
  public ContentFingerprint under(Optional<String> policyId) {
    return claim.isEmpty() || claim.equals(policyId)
        ? this
        : new ContentFingerprint(
            hash, resourceVersion, Optional.empty(), metadata, key, Optional.empty());
  }

  private boolean sameGeneration(ContentFingerprint later) {
    return generation.isPresent()
        && metadata.isPresent()
        && generation.equals(later.generation)
        && metadata.equals(later.metadata);
  }

  /**
   * Returns what to record after a later look: this one for as long as it says the same, so that a
   * change of the status is never a reason to write.
   */
  ContentFingerprint refreshed(ContentFingerprint later) {
    boolean stands =
        key.equals(later.key)
            && sameContent(later)
            && generation.equals(later.generation)
            && metadata.equals(later.metadata);
    return stands ? this : later;
  }
}
