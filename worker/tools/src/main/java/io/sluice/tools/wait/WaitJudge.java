package io.sluice.tools.wait;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import io.sluice.status.WaitCause;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.StatusSource;
import io.sluice.tools.status.StatusView;
import java.util.Optional;

/**
 * Decides by one status whether a wait is over.
 *
 * <p>It is bound to one version: the outcome of a former one decides nothing, so a wait that begins
 * right after an edit does not end before its attempt has. Nor does a failure that a retry in the
 * spec is about to replace.
 */
final class WaitJudge {
  private final WaitGoal goal;
  private final boolean withoutPeople;
  private final long generation;

  /**
   * Judges for one version.
   *
   * @param withoutPeople whether it ends as soon as a person is needed
   * @param generation of the policy, or activation of the template
   */
  WaitJudge(WaitGoal goal, boolean withoutPeople, long generation) {
    this.goal = requireNonNull(goal, "goal is null");
    this.withoutPeople = withoutPeople;
    this.generation = generation;
  }

  /** Returns how it ends; empty while it goes on. */
  Optional<WaitResult> judge(StatusSource.Found found) {
    StatusView view = found.view();
    if (begun(view)) {
      Optional<WaitResult> result =
          retried(found) ? Optional.empty() : ofAttempt(found, answered(found));
      if (result.isPresent()) {
        return result;
      }
    }
    if (view.generation() > generation || rolledOut(view) > generation) {
      return missed(
          "%s has been edited: %s %d is superseded by %d. Wait for that one."
              .formatted(
                  title(view),
                  view.subject().counter(),
                  generation,
                  Math.max(view.generation(), rolledOut(view))));
    }
    if (view.disabled()) {
      return missed("%s is disabled, so it is not rolled out.".formatted(title(view)));
    }
    if (view.strategy().isEmpty()) {
      return missed(
          "%s has no rollout strategy: there is no rollout to wait for.".formatted(title(view)));
    }
    // It may be about the former version: the worker has to read this one first.
    return view.refusal().map(refusal -> WaitResult.missed(refusal, false));
  }

  /** Returns whether only a person can let the attempt of this version go on. */
  boolean waitsForPerson(StatusSource.Found found) {
    return begun(found.view())
        && !retried(found)
        && DerivedStatus.cause(found.view().status()).filter(WaitCause::people).isPresent();
  }

  /** Returns whether the attempt of this version has begun. */
  boolean begun(StatusView view) {
    return rolledOut(view) == generation;
  }

  private static long rolledOut(StatusView view) {
    return requireNonNullElse(view.status().currentRolloutGeneration, 0L);
  }

  private Optional<WaitResult> ofAttempt(StatusSource.Found found, boolean answered) {
    StatusView view = found.view();
    Optional<String> outcome = view.outcome();
    if (outcome.isEmpty()) {
      return waiting(found, answered);
    }
    boolean succeeded = Outcome.SUCCEEDED.label().equals(outcome.get());
    String sentence = sentence(view, outcome.get()) + (succeeded ? enforced(found) : "");
    return switch (goal) {
      case SUCCEEDED ->
          Optional.of(
              succeeded
                  ? WaitResult.reached(sentence, answered)
                  : WaitResult.missed(sentence, answered));
      case APPROVAL -> Optional.of(WaitResult.missed(sentence, answered));
      case DONE ->
          Boolean.TRUE.equals(view.status().runOpen)
              ? Optional.empty()
              : Optional.of(WaitResult.reached(sentence, answered));
    };
  }

  private Optional<WaitResult> waiting(StatusSource.Found found, boolean answered) {
    StatusView view = found.view();
    String sentence = "%s: %s".formatted(title(view), view.waitingFor());
    if (goal == WaitGoal.APPROVAL && view.waitsForApproval()) {
      return Optional.of(WaitResult.reached(sentence, answered));
    }
    return withoutPeople && waitsForPerson(found)
        ? Optional.of(new WaitResult(ExitCodes.WAITS_FOR_A_PERSON, sentence, answered))
        : Optional.empty();
  }

  private String sentence(StatusView view, String outcome) {
    String text =
        "%s: attempt %d of %s %d has the outcome %s"
            .formatted(
                title(view),
                requireNonNullElse(view.status().attempt, 0L),
                view.subject().counter(),
                generation,
                outcome);
    String why = view.waitingFor();
    return why.isEmpty() ? text + "." : "%s: %s".formatted(text, why);
  }

  /**
   * Beside OCM's propagator a success is not what it is elsewhere: clusters inform again once their
   * override is released, which follows the outcome (policy-propagation 14.3.6).
   */
  private static String enforced(StatusSource.Found found) {
    RolloutStatus status = found.view().status();
    boolean released =
        found
            .rollout()
            .filter(OverrideObjects::held)
            .filter(
                rollout ->
                    RolloutSpecReader.of(rollout).overrideRelease != RolloutSpec.Release.Never)
            .isPresent();
    return status
        .override()
        .map(" "::concat)
        .orElseGet(
            () ->
                released
                    ? " As soon as it is released, 0 of %d enforced: all inform again."
                        .formatted(found.view().counts().clusters())
                    : "");
  }

  private static Optional<WaitResult> missed(String sentence) {
    return Optional.of(WaitResult.missed(sentence, true));
  }

  private static String title(StatusView view) {
    return Wording.capital(view.subject().title());
  }

  /** Whether a retry of this very attempt is asked for, and has not begun. */
  private static boolean retried(StatusSource.Found found) {
    RolloutStatus status = found.view().status();
    return found
        .rollout()
        .flatMap(RolloutSpecReader::retry)
        .map(RolloutSpec.RetryRollout::rolloutUID)
        .filter(uid -> uid.equals(status.rolloutUID))
        .filter(
            uid ->
                Outcome.FAILED.label().equals(status.outcome)
                    || Outcome.ABORTED.label().equals(status.outcome))
        .isPresent();
  }

  /** Whether the status answers to the newest spec of the Rollout object. */
  private static boolean answered(StatusSource.Found found) {
    long newest = found.rollout().map(HubObjects::generation).orElse(0L);
    return found
        .rollout()
        .map(GenericKubernetesResource::getMetadata)
        .map(rollout -> requireNonNullElse(found.view().status().observedGeneration, 0L) >= newest)
        .orElse(true);
  }
}
