package io.sluice.control.policy;

import io.sluice.hub.replica.WriteResult;
import io.sluice.pace.Pace;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers which writes of replicas the hub refused, so that they are tried again: a namespace
 * that is missing may be created without an event that Sluice sees.
 *
 * <p>One pass over a policy runs at a time, and the back-off grows with every pass.
 */
public final class RefusedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedWrites.class);
  private static final Pace PASSES = Pace.between(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final Map<PolicyName, Refused> policies = new ConcurrentHashMap<>();

  /** The refusals of one policy, by cluster, of the last pass and of the present one. */
  private static final class Refused {
    private Map<String, String> before = Map.of();
    private Map<String, String> now = new HashMap<>();
    private boolean changed;
    private int passes;
  }

  /** Records the result of one write. */
  public void record(PolicyName policy, String cluster, WriteResult result) {
    switch (result.kind()) {
      case REFUSED -> refused(policy, cluster, result.why());
      case CHANGED -> policies.computeIfAbsent(policy, name -> new Refused()).changed = true;
      case CREATED, UPDATED, DELETED, UNCHANGED -> {}
    }
  }

  private void refused(PolicyName policy, String cluster, String why) {
    Refused refused = policies.computeIfAbsent(policy, name -> new Refused());
    refused.now.put(cluster, why);
    if (!why.equals(refused.before.get(cluster))) {
      LOG.warn(
          "the replica of policy {} on cluster {} is left as it is, and tried again: {}",
          policy,
          cluster,
          why);
    }
  }

  /** Ends the present pass over a policy; returns when its writes are to be tried again. */
  public Optional<Instant> retryAt(PolicyName policy, Instant now) {
    Refused refused = policies.get(policy);
    if (refused == null) {
      return Optional.empty();
    }
    boolean changed = refused.changed;
    refused.changed = false;
    refused.before = refused.now;
    refused.now = new HashMap<>();
    if (refused.before.isEmpty()) {
      policies.remove(policy);
      return changed ? Optional.of(now.plus(PASSES.least())) : Optional.empty();
    }
    return Optional.of(now.plus(PASSES.doubled(refused.passes++)));
  }
}
