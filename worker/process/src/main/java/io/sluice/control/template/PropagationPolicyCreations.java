package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.ResourceVersions;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers the resourceVersion at which each propagation policy was first seen.
 *
 * <p>Policies and templates have watches of their own, so a template may be seen before its owner
 * although it was created after it. Creation times do not show the order within one second;
 * resourceVersions do, as those of all kinds are revisions of one etcd. If they are no numbers, the
 * order of arrival counts.
 */
final class PropagationPolicyCreations {
  private final Map<PropagationPolicyName, Created> first = new ConcurrentHashMap<>();

  private record Created(String uid, String version) {}

  /** Notes a policy, unless it has been noted before. */
  void note(PropagationPolicyName name, GenericKubernetesResource policy) {
    Created created =
        new Created(policy.getMetadata().getUid(), policy.getMetadata().getResourceVersion());
    first.merge(name, created, (known, seen) -> known.uid().equals(seen.uid()) ? known : seen);
  }

  void forget(PropagationPolicyName name) {
    first.remove(name);
  }

  /** Returns whether the policy is known to be older than that version of another object. */
  boolean before(PropagationPolicy policy, String version) {
    // The spec of a policy that was edited is younger than the policy.
    return policy.generation() == 1
        && Optional.ofNullable(first.get(policy.name()))
            .filter(known -> known.uid().equals(policy.uid()))
            .filter(known -> before(known.version(), version))
            .isPresent();
  }

  private static boolean before(String created, String version) {
    return ResourceVersions.number(created).orElse(Long.MAX_VALUE)
        < ResourceVersions.number(version).orElse(Long.MIN_VALUE);
  }
}
