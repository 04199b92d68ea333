package io.sluice.tools.approval;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.approval.ApprovedVersion;
import io.sluice.hub.approval.VersionAuthor;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyVersion;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds the version of a policy or template that is on the hub now: what a person approves.
 *
 * @param name what the policy's annotation says; empty where it has none, and for templates
 * @param content hash of the content; empty for a template that was never activated
 * @param generation as an attempt would have it; empty where the content is
 * @param author who changed the spec of the policy last; empty where the hub names no person
 */
public record PresentVersion(
    Optional<String> name,
    Optional<String> content,
    Optional<Long> generation,
    Optional<String> author) {
  public PresentVersion {
    requireNonNull(name, "name is null");
    requireNonNull(content, "content is null");
    requireNonNull(generation, "generation is null");
    requireNonNull(author, "author is null");
  }

  /** Returns that of a policy, with who had written it by now. */
  public static PresentVersion of(GenericKubernetesResource policy, Instant now) {
    RootPolicy root = RootPolicy.of(policy);
    return new PresentVersion(
        root.versionAnnotation(),
        Optional.of(VersionContent.hash(root.name(), root.snapshot())),
        Optional.of(root.generation()),
        VersionAuthor.of(policy, now));
  }

  /** Returns what approvals are asked for in that attempt; empty: none goes on. */
  ApprovedVersion approved(Optional<String> attempt) {
    return new ApprovedVersion(attempt.orElse(""), name, content.orElse(""));
  }

  /** Returns that of a template. */
  public static PresentVersion of(Optional<PolicyVersion> version) {
    return new PresentVersion(
        Optional.empty(),
        version.map(PolicyVersion::contentHash),
        version.map(PolicyVersion::generation),
        Optional.empty());
  }
}
