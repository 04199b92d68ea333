package io.sluice.process.metrics;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the Rollouts that the metrics leave out, once for each reason (policy-propagation 16b):
 * whoever may write a Rollout may write anything into it.
 */
final class UnmeasuredRollouts {
  private static final Logger LOG = LoggerFactory.getLogger(UnmeasuredRollouts.class);

  /** Why each is left out, by namespace and name. */
  private Map<String, String> known = Map.of();

  /** Holds those of one look at all Rollouts. */
  static final class Look {
    private final Map<String, String> reasons = new TreeMap<>();

    void add(GenericKubernetesResource rollout, String reason) {
      reasons.put(
          rollout.getMetadata().getNamespace() + "/" + rollout.getMetadata().getName(), reason);
    }
  }

  /** Notes what a look has found; what it has not found any more is forgotten. */
  synchronized void replace(Look look) {
    look.reasons.forEach(
        (rollout, reason) -> {
          if (!reason.equals(known.get(rollout))) {
            LOG.warn(
                "Cannot measure rollout {}: {}. Correct its status, or delete it.",
                rollout,
                reason);
          }
        });
    known = Map.copyOf(look.reasons);
  }

  /** Returns how many the last look has left out. */
  synchronized int number() {
    return known.size();
  }
}
