package io.sluice.watch;

import io.sluice.policy.PolicyName;
import io.sluice.worker.Settings;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Gathers what a keeper works with. */
record KeeperTools(
    HubCaches caches,
    ReplicaKeeping replicas,
    Runs runs,
    Messenger messenger,
    VerdictPost post,
    Settings settings,
    BiConsumer<PolicyName, Duration> later) {
  /** Has the policy looked at again after that time. */
  void again(PolicyName policy, Duration delay) {
    later.accept(policy, delay);
  }
}
