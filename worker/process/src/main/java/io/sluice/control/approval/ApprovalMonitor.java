package io.sluice.control.approval;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.queue.FullPass;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Problem;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every five seconds whether rules of approvals may be used, in each namespace with a Rollout
 * that has some: whoever may change the policies of admission may take one away at any time, and
 * the worker gets no event of that (between-waves Q2). The guard decides how often the hub is
 * asked.
 */
public final class ApprovalMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApprovalMonitor.class);
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final Supplier<List<GenericKubernetesResource>> rollouts;
  private final ApprovalGuard guard;
  private final Runnable changed;
  private final FullPass looks;
  private Set<String> refused = Set.of();

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param rollouts all Rollouts, as they were seen last
   * @param changed looks at all objects again
   */
  public ApprovalMonitor(
      Supplier<List<GenericKubernetesResource>> rollouts,
      ApprovalGuard guard,
      Runnable changed,
      ProcessTime time) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.guard = requireNonNull(guard, "guard is null");
    this.changed = requireNonNull(changed, "changed is null");
    this.looks = new FullPass("approvals", EVERY, this::look, time);
  }

  public void start() {
    looks.ask();
  }

  private void look() {
    Map<String, Problem> problems = new TreeMap<>();
    firstWithRules()
        .forEach(
            (namespace, rollout) ->
                guard.problem(rollout).ifPresent(problem -> problems.put(namespace, problem)));
    if (refused.equals(problems.keySet())) {
      return;
    }
    refused = Set.copyOf(problems.keySet());
    if (problems.isEmpty()) {
      LOG.info("approvals are held to who gives them: rules of approvals are used");
    }
    problems.forEach(
        (namespace, problem) ->
            LOG.warn("{}", Problem.message("Cannot roll out in " + namespace, List.of(problem))));
    changed.run();
  }

  private Map<String, GenericKubernetesResource> firstWithRules() {
    Map<String, GenericKubernetesResource> found = new TreeMap<>();
    rollouts.get().stream()
        .filter(
            rollout -> !JsonTree.list(HubObjects.part(rollout, "spec"), "approvalRules").isEmpty())
        .forEach(rollout -> found.putIfAbsent(rollout.getMetadata().getNamespace(), rollout));
    return found;
  }

  @Override
  public void close() {
    looks.close();
  }
}
