package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.policy.PolicyVersion;
import java.util.Optional;

/**
 * Holds the root policy as it is on the hub.
 *
 * @param deleting whether it is being deleted: it stands until its finalizers are gone
 * @param staged whether it has an effective strategy
 * @param strategyHash hash of that strategy
 * @param versionAnnotation its {@code policy.open-cluster-management.io/version}
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RootView(
    PolicyVersion version,
    boolean disabled,
    boolean deleting,
    boolean staged,
    String strategyHash,
    Optional<String> versionAnnotation) {
  public RootView {
    requireNonNull(version, "version is null");
    strategyHash = requireNonNullElse(strategyHash, "");
    versionAnnotation = requireNonNullElse(versionAnnotation, Optional.empty());
  }
}
