package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.admission.ContentSize;
import java.util.Optional;

/**
 * Holds the spec of a root policy as JSON. As a tree it would take up to fifteen times as much
 * memory, if it consists of small parts (policy-propagation 16b).
 *
 * @param outline an object with those of its fields that {@link RootOutline} names
 * @param spec all of it; empty where it is not kept
 * @param templates about how many templates it has
 * @param namesSets whether it may depend on policy sets
 * @param contentBytes the size of the policy's content: labels, annotations and spec
 */
public record RootText(
    byte[] outline, Optional<byte[]> spec, int templates, boolean namesSets, long contentBytes) {
  public RootText {
    requireNonNull(outline, "outline is null");
    requireNonNull(spec, "spec is null");
  }

  /** Returns whether the policy is refused for its size. */
  public boolean tooLarge() {
    return !ContentSize.fits(contentBytes);
  }

  /** Returns the same without the spec. */
  RootText withoutSpec() {
    return new RootText(outline, Optional.empty(), templates, namesSets, contentBytes);
  }
}
