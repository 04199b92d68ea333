package io.sluice.hub.approval;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.Problem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks another guard once for the Rollouts of a namespace, and again when the answer is a minute
 * old; while rules are refused, somebody waits, and it is asked every five seconds.
 */
public final class RememberedGuard implements ApprovalGuard {
  private static final Duration ENFORCED = Duration.ofMinutes(1);
  private static final Duration REFUSED = Duration.ofSeconds(5);

  private final ApprovalGuard guard;
  private final Clock clock;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(Optional<Problem> problem, Instant until) {}

  RememberedGuard(ApprovalGuard guard, Clock clock) {
    this.guard = requireNonNull(guard, "guard is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Remembers what the hub answers to dry runs.
   *
   * @param client asks as the worker
   */
  public static ApprovalGuard of(KubernetesClient client, Clock clock) {
    return new RememberedGuard(new ApprovalCheck(client, clock), clock);
  }

  @Override
  public Optional<Problem> problem(GenericKubernetesResource rollout) {
    Instant now = clock.instant();
    return answers
        .compute(
            rollout.getMetadata().getNamespace(),
            (namespace, known) ->
                known != null && now.isBefore(known.until()) ? known : ask(rollout, now))
        .problem();
  }

  private Answer ask(GenericKubernetesResource rollout, Instant now) {
    Optional<Problem> problem = guard.problem(rollout);
    return new Answer(problem, now.plus(problem.isPresent() ? REFUSED : ENFORCED));
  }
}
