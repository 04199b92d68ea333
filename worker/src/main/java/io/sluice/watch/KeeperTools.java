package io.sluice.watch;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Gathers what a keeper works with. */
record KeeperTools(
    HubCaches caches,
    ReplicaKeeping replicas,
    Welcoming welcoming,
    Holding holding,
    AttemptStarter starter,
    LostRuns lost,
    Orphans orphans,
    Messenger messenger,
    VerdictPost post,
    BiConsumer<PolicyName, Duration> later) {
  /** Has the policy looked at again after that time. */
  void again(PolicyName policy, Duration delay) {
    later.accept(policy, delay);
  }
}
