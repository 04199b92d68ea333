package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.Fingerprinter;
import io.sluice.hub.template.ClaimWriter;
import io.sluice.template.LazyFields;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.ResourceId;
import io.sluice.template.ResourceTemplate;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DependencyRequirement;
import io.sluice.template.work.TemplateFacts;
import io.sluice.template.work.TemplatePlan;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the facts about a template that a decision depends on, and notes those that nothing else
 * records (lazy-activation 2.6, 2.8).
 */
final class TemplateFactsReader {
  private final KarmadaCaches caches;
  private final Fingerprinter fingerprints;
  private final NotedContent noted;
  private final PropagationPolicyCreations creations;
  private final StagedRollouts staged;

  TemplateFactsReader(
      KarmadaCaches caches,
      Fingerprinter fingerprints,
      NotedContent noted,
      PropagationPolicyCreations creations,
      StagedRollouts staged) {
    this.caches = requireNonNull(caches, "caches is null");
    this.fingerprints = requireNonNull(fingerprints, "fingerprints is null");
    this.noted = requireNonNull(noted, "noted is null");
    this.creations = requireNonNull(creations, "creations is null");
    this.staged = requireNonNull(staged, "staged is null");
  }

  TemplateFacts read(
      GenericKubernetesResource object,
      ResourceTemplate template,
      Optional<PropagationPolicy> owner,
      Optional<BindingState> binding) {
    Map<String, Map<String, String>> inventory = caches.inventory();
    return new TemplateFacts(
        template,
        owner,
        fingerprints.of(template.object()),
        ClaimWriter.seen(object),
        noted(template, owner),
        binding,
        requirements(template.id(), inventory.keySet()),
        inventory);
  }

  /**
   * Returns the content that was noted before the template had an owner; empty if the owner is
   * older: then the cache just had not shown the owner yet.
   */
  private Optional<ContentFingerprint> noted(
      ResourceTemplate template, Optional<PropagationPolicy> owner) {
    return noted
        .of(template.id(), template.uid())
        .filter(seen -> owner.filter(policy -> creations.before(policy, seen.version())).isEmpty())
        .map(NotedContent.Noted::content);
  }

  private List<DependencyRequirement> requirements(ResourceId id, Set<String> inventory) {
    return caches.bindings().dependents(id).stream()
        .filter(workload -> !workload.deleting())
        .flatMap(workload -> requirement(workload, inventory).stream())
        .filter(requirement -> !requirement.clusters().isEmpty())
        .sorted(Comparator.comparing(DependencyRequirement::name))
        .toList();
  }

  /**
   * While a rollout moves a workload, the clusters that it has reached need what it mounts, and
   * keep it.
   */
  private Optional<DependencyRequirement> requirement(
      BindingState workload, Set<String> inventory) {
    Optional<List<String>> reached = staged.reached(workload);
    return workload
        .snapshot()
        .filter(fields -> propagates(fields) || reached.isPresent())
        .map(
            fields ->
                DependencyRequirement.of(
                    workload,
                    reached.orElseGet(workload::clusters).stream()
                        .filter(inventory::contains)
                        .toList()));
  }

  static boolean propagates(Map<String, Object> snapshot) {
    return Boolean.TRUE.equals(snapshot.get(LazyFields.PROPAGATE_DEPS));
  }

  void forget(ResourceId template) {
    noted.forget(template);
  }

  /** Notes in memory only what nothing else records. */
  void note(TemplateFacts facts, TemplatePlan plan, String version) {
    ResourceTemplate template = facts.template();
    if (plan.claim().isPresent()) {
      noted.forget(template.id());
      return;
    }
    plan.decision()
        .match(
            activate -> Optional.<ContentFingerprint>empty(),
            keep -> Optional.of(keep.record().seen()),
            hold -> Optional.<ContentFingerprint>empty())
        .ifPresent(seen -> noted.note(template.id(), template.uid(), version, seen));
  }
}
