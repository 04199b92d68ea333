package io.sluice.template;

import io.sluice.fleet.LabelSelector;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Parses policies, and names what cannot be used in them (lazy-activation 2.2, 2.12). */
public final class PropagationPolicyParser {
  private static final String LAZY = "Lazy";

  private final Map<String, Object> metadata;
  private final Map<String, Object> spec;
  private final Function<String, Optional<Object>> yaml;
  private final ProblemCollector collector = new ProblemCollector();
  private final List<String> problems = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  private PropagationPolicyParser(
      Map<String, Object> object, Function<String, Optional<Object>> yaml) {
    this.yaml = yaml;
    metadata = JsonTree.map(object, "metadata");
    spec = JsonTree.map(object, "spec");
  }

  /**
   * Parses a policy, given whole.
   *
   * @param yaml reads a text as YAML; empty: it is none
   */
  public static PropagationPolicy parse(
      Map<String, Object> object, Function<String, Optional<Object>> yaml) {
    return new PropagationPolicyParser(object, yaml).parse();
  }

  private PropagationPolicy parse() {
    PropagationPolicyName name =
        new PropagationPolicyName(
            JsonTree.text(metadata, "namespace").orElse(""),
            JsonTree.text(metadata, "name").orElse(""));
    Map<String, String> annotations = JsonTree.strings(metadata, "annotations");
    Optional<Instant> created = JsonTree.instant(metadata, "creationTimestamp");
    long generation = JsonTree.number(metadata, "generation");
    List<ResourceSelector> selectors = selectors(name);
    boolean preempts = preempts(selectors);
    Optional<Object> strategy = strategy(annotations);
    boolean lazy = lazy();
    UnsupportedFields.check(spec, problems, remarks);
    LabelSelectorReader.read(
        new SettingNode("spec", spec, collector)
            .child("placement")
            .child("clusterAffinity")
            .child("labelSelector"));
    collector.problems().stream().map(PropagationPolicyParser::sentence).forEach(problems::add);
    return new PropagationPolicy(
        name,
        JsonTree.text(metadata, "uid").orElse(""),
        Optional.ofNullable(
                JsonTree.strings(metadata, "labels")
                    .get(
                        name.clusterWide() ? KarmadaKeys.CLUSTER_POLICY_ID : KarmadaKeys.POLICY_ID))
            .filter(id -> !id.isEmpty()),
        generation,
        created,
        generation <= 1 ? created : specEdited(),
        metadata.get("deletionTimestamp") != null,
        selectors,
        (int) JsonTree.number(spec, "priority"),
        preempts,
        lazy,
        LazyFields.ofPolicy(spec, strategy),
        Optional.ofNullable(annotations.get(KarmadaKeys.ACTIVATE_AT)),
        problems,
        remarks);
  }

  private Optional<Object> strategy(Map<String, String> annotations) {
    Optional<String> text = Optional.ofNullable(annotations.get(KarmadaKeys.ROLLOUT_STRATEGY));
    Optional<Object> tree = text.flatMap(yaml);
    if (text.isPresent() && tree.isEmpty()) {
      problems.add(
          "Annotation %s is no YAML. Write a rollout strategy, or remove it."
              .formatted(KarmadaKeys.ROLLOUT_STRATEGY));
    }
    tree.map(StagedStrategyParser::parse).ifPresent(parsed -> problems.addAll(parsed.problems()));
    return tree;
  }

  private static String sentence(Problem problem) {
    return Problem.message("Cannot use", List.of(problem));
  }

  private List<ResourceSelector> selectors(PropagationPolicyName policy) {
    List<ResourceSelector> selectors = new ArrayList<>();
    new SettingNode("spec", spec, collector)
        .child("resourceSelectors")
        .items()
        .forEach(item -> selectors.add(selector(item)));
    if (!policy.clusterWide()) {
      selectors.stream()
          .filter(selector -> !selector.namespace().isEmpty())
          .filter(selector -> !selector.namespace().equals(policy.namespace()))
          .forEach(
              selector ->
                  remarks.add(
                      "A selector names namespace %s, where a PropagationPolicy of %s matches nothing. Use a ClusterPropagationPolicy."
                          .formatted(selector.namespace(), policy.namespace())));
    }
    selectors.stream()
        .filter(selector -> !TemplateScope.coversKind(selector.apiVersion(), selector.kind()))
        .map(selector -> selector.apiVersion() + " " + selector.kind())
        .distinct()
        .forEach(
            kind ->
                remarks.add(
                    "A selector names %s, of which nothing is ever propagated. Remove it."
                        .formatted(kind)));
    return selectors;
  }

  private ResourceSelector selector(SettingNode item) {
    Map<String, Object> tree = JsonTree.map(item.value());
    if (tree.get("fieldSelector") != null) {
      problems.add(
          "%s.fieldSelector is not supported. Use name or labelSelector.".formatted(item.path()));
    }
    Optional<LabelSelector> labels = LabelSelectorReader.read(item.child("labelSelector"));
    return new ResourceSelector(
        JsonTree.text(tree, "apiVersion").orElse(""),
        JsonTree.text(tree, "kind").orElse(""),
        JsonTree.text(tree, "namespace").orElse(""),
        JsonTree.text(tree, "name").orElse(""),
        labels);
  }

  private boolean preempts(List<ResourceSelector> selectors) {
    if (!"Always".equals(spec.get("preemption"))) {
      return false;
    }
    if (selectors.stream().anyMatch(selector -> selector.name().isEmpty())) {
      remarks.add(
          "preemption: Always acts as Never, because a selector has no name. Name every template that it may take.");
      return false;
    }
    return true;
  }

  private boolean lazy() {
    Object preference = spec.get("activationPreference");
    if (preference != null && !preference.equals("") && !preference.equals(LAZY)) {
      problems.add(
          "spec.activationPreference is %s, which is no preference. Use Lazy, or remove it."
              .formatted(SettingNode.json(preference)));
    }
    return LAZY.equals(preference);
  }

  /** Returns the time of the newest write that touched the spec. */
  private Optional<Instant> specEdited() {
    return JsonTree.maps(metadata, "managedFields").stream()
        .filter(entry -> JsonTree.text(entry, "subresource").isEmpty())
        .filter(entry -> JsonTree.map(entry, "fieldsV1").containsKey("f:spec"))
        .flatMap(entry -> JsonTree.instant(entry, "time").stream())
        .max(Comparator.naturalOrder());
  }
}
