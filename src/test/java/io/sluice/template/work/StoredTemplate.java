package io.sluice.template.work;

import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.Fingerprinter;
import io.sluice.activation.UserView;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.LazyFields;
import io.sluice.template.PropagationPolicy;
import io.sluice.template.PropagationPolicyParser;
import io.sluice.template.ResourceTemplate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps a template with its binding as a hub does, and plans decisions about it. */
final class StoredTemplate {
  static final UserView VIEW = new UserView(Set.of());
  static final Instant CREATED = Instant.parse("2026-03-01T10:00:00Z");
  static final Instant NOW = CREATED.plusSeconds(600);

  private final Fingerprinter fingerprints = new Fingerprinter(VIEW, new byte[] {1});
  private final Map<String, Map<String, String>> inventory = new LinkedHashMap<>();
  private Optional<ContentFingerprint> seen = Optional.empty();
  private Optional<BindingState> binding = Optional.empty();
  private List<DependencyRequirement> requiredBy = List.of();
  private String content = "1";

  /** Sets which clusters there are; each has its name for a label. */
  StoredTemplate clusters(String... names) {
    inventory.clear();
    List.of(names).forEach(name -> inventory.put(name, Map.of("name", name)));
    return this;
  }

  StoredTemplate content(String data) {
    content = data;
    return this;
  }

  StoredTemplate requiredBy(DependencyRequirement... workloads) {
    requiredBy = List.of(workloads);
    return this;
  }

  Map<String, Map<String, String>> inventory() {
    return inventory;
  }

  BindingState binding() {
    return binding.orElseThrow();
  }

  ResourceTemplate template() {
    return ResourceTemplate.of(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "ConfigMap",
            "metadata",
            Map.of(
                "name",
                "web",
                "namespace",
                "default",
                "uid",
                "u",
                "creationTimestamp",
                CREATED.toString()),
            "data",
            Map.of("k", content)));
  }

  ContentFingerprint fingerprint() {
    return fingerprints.of(template().object());
  }

  TemplateFacts facts(Optional<PropagationPolicy> owner) {
    return new TemplateFacts(
        template(), owner, fingerprint(), seen, Optional.empty(), binding, requiredBy, inventory);
  }

  TemplatePlan plan(Optional<PropagationPolicy> owner) {
    return TemplatePlanner.plan(VIEW, facts(owner), NOW);
  }

  TemplatePlan plan(PropagationPolicy owner) {
    return plan(Optional.of(owner));
  }

  /** Plans, and stores what is planned. */
  TemplatePlan decide(PropagationPolicy owner) {
    TemplatePlan plan = plan(owner);
    seen = plan.seen();
    binding =
        plan.binding()
            .map(
                desired ->
                    new BindingState(
                        "default",
                        template().id().bindingName(),
                        Optional.of("b"),
                        template().id(),
                        "u",
                        Map.of(),
                        Map.of(),
                        false,
                        desired.snapshot(),
                        desired.record(),
                        desired.clusters(),
                        List.of(),
                        List.of()));
    return plan;
  }

  /** Returns a lazy policy for these clusters, written before the template. */
  static PropagationPolicy lazy(String name, String... clusters) {
    return policy(name, CREATED.minusSeconds(60), Map.of("activationPreference", "Lazy"), clusters);
  }

  static PropagationPolicy immediate(String name, String... clusters) {
    return policy(name, CREATED.minusSeconds(60), Map.of(), clusters);
  }

  static PropagationPolicy policy(
      String name, Instant written, Map<String, Object> more, String... clusters) {
    Map<String, Object> spec = new LinkedHashMap<>(more);
    spec.put("resourceSelectors", List.of(Map.of("apiVersion", "v1", "kind", "ConfigMap")));
    spec.putIfAbsent(
        LazyFields.PLACEMENT, Map.of("clusterAffinity", Map.of("clusterNames", List.of(clusters))));
    return PropagationPolicyParser.parse(
        Map.of(
            "metadata",
            Map.of(
                "name",
                name,
                "namespace",
                "default",
                "generation",
                1,
                "creationTimestamp",
                written.toString(),
                "labels",
                Map.of(KarmadaKeys.POLICY_ID, "id-" + name)),
            "spec",
            spec),
        text -> Optional.empty());
  }
}
