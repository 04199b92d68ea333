package io.sluice.status;

import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.ContentSize;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the conditions of a Rollout object (rollout-strategy 5). */
public final class RolloutConditions {
  private static final int MOST_NAMES = 5;

  private RolloutConditions() {}

  /** Accepted: whether the settings are valid (rollout-strategy 1.6). */
  public static RolloutCondition accepted(Optional<Refusal> refusal) {
    return accepted(refusal, List.of());
  }

  /**
   * Accepted, with what is valid but has no effect.
   *
   * @param odd sentences, as {@link io.sluice.rollout.lifecycle.SettingsValidation#oddSettings}
   *     returns them
   */
  public static RolloutCondition accepted(Optional<Refusal> refusal, List<String> odd) {
    return new RolloutCondition(
        RolloutCondition.ACCEPTED,
        refusal.isEmpty(),
        refusal.map(Refusal::reason).orElse("Valid"),
        refusal
            .map(Refusal::message)
            .orElseGet(
                () ->
                    Stream.concat(Stream.of("The settings are valid."), odd.stream())
                        .collect(Collectors.joining(" "))));
  }

  /** Bound: which object that selects clusters is not there; absent if none is missing. */
  public static Optional<RolloutCondition> bound(Optional<String> missing) {
    return missing.map(
        what -> new RolloutCondition(RolloutCondition.BOUND, false, "NotFound", what));
  }

  /**
   * NotificationsAccepted: what is wrong with the rules that say whom to tell, and holds nothing
   * (between-waves 5); absent if nothing is.
   *
   * @param problems of one reason
   */
  public static Optional<RolloutCondition> notifications(List<Problem> problems) {
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RolloutCondition(
                RolloutCondition.NOTIFICATIONS_ACCEPTED,
                false,
                problems.get(0).reason(),
                Problem.message("Cannot notify all receivers", problems)));
  }

  /**
   * NotGated: whether all replicas have been let go after the label that stages was taken off the
   * policy (gate 2); absent of a policy that the gate stages, or did not stage last.
   *
   * @param lastHash the hash of the strategy of the last attempt
   * @param hash the one of the policy as it is now
   * @param held replicas that are held still
   */
  public static Optional<RolloutCondition> notGated(String lastHash, String hash, long held) {
    if (!EffectiveStrategy.leavesTheGate(lastHash, hash)) {
      return Optional.empty();
    }
    return Optional.of(
        held == 0
            ? new RolloutCondition(
                RolloutCondition.NOT_GATED,
                true,
                "Released",
                "The gate does not stage the policy any more: a change reaches every cluster at"
                    + " once.")
            : new RolloutCondition(
                RolloutCondition.NOT_GATED,
                false,
                "Releasing",
                "The gate does not stage the policy any more, and still holds %d of its replicas: each gets a ticket."
                    .formatted(held)));
  }

  /** Accepted, of an object whose policy does not exist. */
  public static RolloutCondition withoutPolicy(PolicyName policy) {
    return new RolloutCondition(
        RolloutCondition.ACCEPTED,
        false,
        "NoPolicy",
        "Cannot roll out policy %s: there is no policy of that name. Create it, or delete this Rollout."
            .formatted(policy));
  }

  /**
   * RetryAccepted: the answer to {@code spec.retryRollout} (rollout-strategy 5); absent if that
   * names no attempt, or a former one, which was retried already.
   *
   * @param requested the UID in the spec
   * @param former the UIDs of the attempts in the history
   * @param outcome how the attempt ended, or is about to end
   */
  public static Optional<RolloutCondition> retry(
      Optional<String> requested,
      String rolloutUid,
      Collection<String> former,
      Optional<Outcome> outcome) {
    Optional<String> wanted = requested.filter(uid -> !uid.isEmpty() && !former.contains(uid));
    if (rolloutUid.isEmpty() || wanted.isEmpty()) {
      return Optional.empty();
    }
    if (!wanted.get().equals(rolloutUid)) {
      return Optional.of(
          retry(
              false,
              "UnknownRollout",
              "spec.retryRollout.rolloutUID is \"%s\", which is none of the last rollouts of this policy. To retry the present one, write %s."
                  .formatted(wanted.get(), rolloutUid)));
    }
    return Optional.of(
        outcome
            .map(RolloutConditions::retryOf)
            .orElseGet(
                () ->
                    retry(
                        false,
                        "Running",
                        "This rollout still runs. The request takes effect if it fails.")));
  }

  private static RolloutCondition retryOf(Outcome outcome) {
    return switch (outcome) {
      case FAILED, ABORTED ->
          retry(true, "Accepted", "The rollout is tried again once this run has closed.");
      case SUCCEEDED ->
          retry(
              false,
              "Succeeded",
              "This rollout has succeeded, so there is nothing to retry. Remove"
                  + " spec.retryRollout.");
      case SUPERSEDED ->
          retry(
              false,
              "Superseded",
              "Another rollout takes over from this one anyway. Remove spec.retryRollout.");
    };
  }

  private static RolloutCondition retry(boolean holds, String reason, String message) {
    return new RolloutCondition(RolloutCondition.RETRY_ACCEPTED, holds, reason, message);
  }

  /**
   * ApprovalsMatched: whether every group that the spec names is declared (rollout-strategy A7);
   * absent if it names none, or if the groups are not known.
   *
   * @param named the names, by the field that has them: {@code spec.decisionGroups}
   */
  public static Optional<RolloutCondition> approvals(
      Map<String, List<String>> named, DeclaredGroups declared) {
    return approvals(named, declared, "no bound placement");
  }

  /**
   * Returns the same.
   *
   * @param none says what does not declare a group: {@code no bound placement}
   */
  public static Optional<RolloutCondition> approvals(
      Map<String, List<String>> named, DeclaredGroups declared, String none) {
    if (named.values().stream().allMatch(List::isEmpty) || declared.groups().isEmpty()) {
      return Optional.empty();
    }
    List<Problem> problems = unknownGroups(named, declared, none);
    return Optional.of(
        problems.isEmpty()
            ? approvals(
                true,
                "Matched",
                "Every group in %s is declared."
                    .formatted(String.join(" and ", fieldsInUse(named))))
            : approvals(
                false,
                problems.get(0).reason(),
                problems.stream().map(Problem::sentences).collect(Collectors.joining(" "))));
  }

  private static List<String> fieldsInUse(Map<String, List<String>> named) {
    return named.keySet().stream().filter(field -> !named.get(field).isEmpty()).sorted().toList();
  }

  /** Returns what is wrong with the names, by field; empty also if the groups are not known. */
  public static List<Problem> unknownGroups(
      Map<String, List<String>> named, DeclaredGroups declared) {
    return unknownGroups(named, declared, "no bound placement");
  }

  private static List<Problem> unknownGroups(
      Map<String, List<String>> named, DeclaredGroups declared, String none) {
    if (declared.groups().isEmpty()) {
      return List.of();
    }
    List<String> names =
        declared.groups().stream()
            .flatMap(Collection::stream)
            .filter(GroupKey::named)
            .map(GroupKey::name)
            .distinct()
            .toList();
    List<Problem> problems = new ArrayList<>();
    for (String field : fieldsInUse(named)) {
      List<String> unknown =
          named.get(field).stream().filter(name -> !names.contains(name)).distinct().toList();
      if (!unknown.isEmpty()) {
        problems.add(
            new Problem(
                "UnknownGroup",
                field,
                "lists %s, which %s declares".formatted(shown(unknown), none),
                "Groups are " + shown(Stream.concat(names.stream(), ungrouped()).toList())));
      }
    }
    return problems;
  }

  private static Stream<String> ungrouped() {
    return Stream.of("ungrouped");
  }

  private static RolloutCondition approvals(boolean holds, String reason, String message) {
    return new RolloutCondition(RolloutCondition.APPROVALS_MATCHED, holds, reason, message);
  }

  /** {@code dev, stage and ungrouped}; at most five names, then {@code and n more}. */
  private static String shown(List<String> names) {
    int more = names.size() - MOST_NAMES;
    if (more > 0) {
      return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
          + " and %d more".formatted(more);
    }
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /**
   * LastSuccessfulStored: whether the last successful version is stored for newcomers.
   *
   * @param bytes the size of the stored copy
   */
  public static RolloutCondition stored(long generation, long bytes) {
    boolean fits = ContentSize.fits(bytes);
    return new RolloutCondition(
        RolloutCondition.LAST_SUCCESSFUL_STORED,
        fits,
        fits ? "Stored" : "PolicyTooLarge",
        fits
            ? "The policy of generation %d is kept for newcomers.".formatted(generation)
            : "The policy has %d KiB, and at most %d are stored. Newcomers get nothing before their turn. Split the policy."
                .formatted(ContentSize.kib(bytes), ContentSize.kib(ContentSize.MOST_BYTES)));
  }
}
