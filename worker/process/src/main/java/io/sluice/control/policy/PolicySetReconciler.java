package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.write.PolicyStatusWriter;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.policy.admission.Admission;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.PolicySetView;
import io.sluice.status.MemberView;
import io.sluice.status.PolicySetStatus;
import io.sluice.status.RootStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes the status of PolicySets (policy-propagation 6), all those of a namespace at a time;
 * {@link PolicySetStatus} computes it.
 */
public final class PolicySetReconciler {
  private static final Duration RETRY = Duration.ofMillis(100);

  private final HubCaches caches;
  private final PolicyStatusWriter writer;
  private final EventRecorder events;
  private final Clock clock;

  /** Which listed policies the status shows as missing, by namespace and name of the set. */
  private final Map<String, Map<String, List<String>>> shown = new ConcurrentHashMap<>();

  public PolicySetReconciler(
      HubCaches caches, PolicyStatusWriter writer, EventRecorder events, Clock clock) {
    this.caches = caches;
    this.writer = writer;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Writes the statuses that changed.
   *
   * @return when to try again, if a set was changed meanwhile
   */
  public Optional<Instant> reconcile(String namespace) {
    Instant now = clock.instant();
    Members members = new Members(namespace, now);
    Map<String, List<String>> former = shown.getOrDefault(namespace, Map.of());
    Map<String, List<String>> present = new HashMap<>();
    boolean written = true;
    List<GenericKubernetesResource> sets =
        caches.policySets().stream()
            .filter(set -> set.getMetadata().getNamespace().equals(namespace))
            .toList();
    for (GenericKubernetesResource set : sets) {
      warnOfExclusions(set);
      PolicySetStatus status = members.status(set);
      String name = set.getMetadata().getName();
      boolean changed = !PolicyStatusWriter.upToDate(set, status.toTree());
      boolean shows = !changed || writer.write(set, status.toTree());
      if (changed && shows && !status.missing().equals(former.get(name))) {
        warnOfMissing(set, status);
      }
      if (shows) {
        present.put(name, status.missing());
      } else if (former.containsKey(name)) {
        present.put(name, former.get(name));
      }
      written &= shows;
    }
    shown.put(namespace, present);
    return written ? Optional.empty() : Optional.of(now.plus(RETRY));
  }

  /** Once per generation; the exclusions that name a listed policy count all the same. */
  private void warnOfExclusions(GenericKubernetesResource set) {
    List<Problem> problems = Admission.ofPolicySet(HubObjects.part(set, "spec"));
    if (!problems.isEmpty()) {
      ObjectMeta meta = set.getMetadata();
      events.warning(
          EventSubject.of(set),
          problems.get(0).reason(),
          Problem.message(
              "Cannot exclude all that PolicySet %s/%s lists"
                  .formatted(meta.getNamespace(), meta.getName()),
              problems),
          "generation " + meta.getGeneration());
    }
  }

  /**
   * Once per change. What a former leader has reported is not known: its last warning may be
   * repeated, with the first write of this one.
   */
  private void warnOfMissing(GenericKubernetesResource set, PolicySetStatus status) {
    if (!status.missing().isEmpty()) {
      events.warning(
          set,
          "PolicyNotFound",
          "spec.policies lists %s, which %s not exist in namespace %s. Create what is missing, or take it off the list."
              .formatted(
                  String.join(", ", status.missing()),
                  status.missing().size() == 1 ? "does" : "do",
                  set.getMetadata().getNamespace()));
    }
  }

  /** The policies that the sets of one namespace list, each read once: all are held at a time. */
  private final class Members {
    private final String namespace;
    private final Instant now;
    private final Map<String, PolicyContext> contexts = new HashMap<>();

    Members(String namespace, Instant now) {
      this.namespace = namespace;
      this.now = now;
    }

    PolicySetStatus status(GenericKubernetesResource object) {
      PolicySetView set = PolicySetView.of(HubObjects.tree(object));
      Map<String, MemberView> members = new HashMap<>();
      for (String policy : set.policies()) {
        context(policy).root().ifPresent(root -> members.put(policy, member(root)));
      }
      return PolicySetStatus.of(set, bindings(set.policies()), members);
    }

    /** The bindings of one listed policy include those of the set, with their placements. */
    private Bindings bindings(List<String> policies) {
      return policies.isEmpty()
          ? new Bindings(List.of(), List.of(), List.of())
          : context(policies.get(0)).bindings();
    }

    private MemberView member(RootPolicy root) {
      return MemberView.of(
          root.disabled(),
          RootStatus.of(
              context(root.name().name()).targets(root.snapshot()),
              RootStatusReconciler.compliance(caches.replicasOf(root.name())),
              Map.of(),
              Optional.empty()));
    }

    private PolicyContext context(String policy) {
      return contexts.computeIfAbsent(
          policy, name -> PolicyContext.of(caches.outline(new PolicyName(namespace, name)), now));
    }
  }
}
