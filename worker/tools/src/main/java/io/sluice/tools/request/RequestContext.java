package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Counts;
import io.sluice.tools.approval.PresentVersion;
import io.sluice.tools.approval.RuledGroup;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Holds what a request is decided on.
 *
 * @param source where it was read
 * @param strategy type of the strategy; empty for what is not staged
 * @param rollout the Rollout object, if there is one
 * @param present the version that is on the hub now
 */
public record RequestContext(
    RolloutSource source,
    RolloutTarget target,
    Optional<String> strategy,
    Optional<GenericKubernetesResource> rollout,
    PresentVersion present) {
  public RequestContext {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
    requireNonNull(strategy, "strategy is null");
    requireNonNull(rollout, "rollout is null");
    requireNonNull(present, "present is null");
  }

  /** Returns what {@code approvalsForVersion} is compared with; empty if it has none. */
  public Optional<String> version() {
    return present.name();
  }

  /** Formats what is rolled out: {@code policy policies/web}. */
  public String title() {
    return source.title();
  }

  /**
   * Writes a command about it.
   *
   * @param more what follows its name
   */
  public String command(String verb, String... more) {
    return source.commands().about(source.named(), verb, more);
  }

  /** Formats namespace and name of the Rollout object. */
  public String rolloutName() {
    return target.namespace() + "/" + target.rolloutName();
  }

  /** Returns the object; a request checks first that there is one. */
  public GenericKubernetesResource object() {
    return rollout.orElseThrow();
  }

  /** Returns its spec. */
  public RolloutSpec spec() {
    return RolloutSpecReader.of(object());
  }

  /** Returns its spec with this change; what the object holds stays as it is. */
  public RolloutSpec edited(Consumer<RolloutSpec> edit) {
    RolloutSpec spec = spec();
    edit.accept(spec);
    return spec;
  }

  RolloutStatus status() {
    return RolloutStatusParser.of(object()).status();
  }

  /** Returns the UID of the last attempt; empty before the first one. */
  Optional<String> rolloutUid() {
    return Optional.ofNullable(status().rolloutUID).filter(uid -> !uid.isEmpty());
  }

  /** Returns the UID of the attempt that rolls out the present version; empty if none goes on. */
  Optional<String> openAttempt() {
    Optional<Long> generation = Optional.ofNullable(status().currentRolloutGeneration);
    return rolloutUid()
        .filter(uid -> outcome().isEmpty() && generation.equals(present.generation()));
  }

  /** Returns the group with the rules that cover it; empty where none does. */
  Optional<RuledGroup> ruled(Optional<String> group) {
    return RuledGroup.of(group, mandatory(group), spec(), present, openAttempt(), Instant.now());
  }

  /** Returns whether the strategy approves the group, as far as the status says it. */
  boolean mandatory(Optional<String> group) {
    return approved(group, "Mandatory");
  }

  /** Returns whether the status says that the group is approved in that way. */
  boolean approved(Optional<String> group, String how) {
    return requireNonNullElse(status().approvals, List.<RolloutStatus.Approval>of()).stream()
        .filter(RolloutStatus.Approval::approved)
        .filter(approval -> how.equals(approval.how()))
        .anyMatch(approval -> group.equals(Optional.ofNullable(approval.groupName())));
  }

  boolean runOpen() {
    return Boolean.TRUE.equals(status().runOpen);
  }

  /** Returns the outcome of the last attempt; empty while it goes on. */
  Optional<String> outcome() {
    return Optional.ofNullable(status().outcome);
  }

  Counts counts() {
    return requireNonNullElse(status().counts, Counts.ZERO);
  }

  /** Returns how many clusters are started and not at their end. */
  long inFlight() {
    return counts().progressing() + counts().soaking();
  }

  List<RolloutStatus.Group> groups() {
    return RolloutStatusParser.of(object()).groups();
  }

  List<GroupKey> groupKeys() {
    return groups().stream().map(RolloutStatus.Group::key).toList();
  }
}
