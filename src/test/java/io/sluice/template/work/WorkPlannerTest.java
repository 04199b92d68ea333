package io.sluice.template.work;

import static io.sluice.template.work.StoredTemplate.lazy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.work.WorkPlanner.WorkPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorkPlannerTest {
  private static final String LONG = "c".repeat(53);

  private final WorkPlanner planner = new WorkPlanner(StoredTemplate.VIEW);
  private final StoredTemplate stored = new StoredTemplate().clusters("m1", "m2", LONG);

  @Test
  void everyKnownClusterThatCanBeAddressedGetsTheActiveContent() {
    stored.decide(lazy("a", "m1", "m2", LONG));
    stored.clusters("m1", "m3", LONG);

    WorkPlan plan = plan(true, List.of(), Map.of());
    assertThat(contents(plan)).containsExactly(Map.entry("m1", "1"));
    assertThat(plan.unserved()).isEmpty();
    assertThat(plan.wants("m1")).isTrue();
    assertThat(plan.wants("m2")).isFalse();
  }

  @Test
  void whereTheTemplateMovedOnWorksStayAndANewClusterGetsTheContentOfASibling() {
    stored.decide(lazy("a", "m1", "m2"));
    Map<String, Map<String, Object>> works = works(plan(true, List.of(), Map.of()), "m1");
    stored.content("2");

    WorkPlan plan = plan(false, List.of(), works);
    assertThat(plan.kept()).containsExactly("m1");
    assertThat(plan.wants("m1")).isTrue();
    assertThat(contents(plan)).containsExactly(Map.entry("m2", "1"));
  }

  @Test
  void withoutASiblingOfTheActiveContentNothingIsWritten() {
    stored.decide(lazy("a", "m1", "m2"));
    stored.content("2");
    Map<String, Map<String, Object>> foreign = works(plan(true, List.of(), Map.of()), "m1");

    assertThat(plan(false, List.of(), Map.of()).unserved()).containsExactly("m1", "m2");
    WorkPlan beside = plan(false, List.of(), foreign);
    assertThat(beside.kept()).containsExactly("m1");
    assertThat(beside.unserved()).containsExactly("m2");
    assertThat(beside.works()).isEmpty();
  }

  @Test
  void whereAWorkloadNeedsItItsPresentContentIsSent() {
    stored.decide(lazy("a", "m1"));
    Map<String, Map<String, Object>> works = works(plan(true, List.of(), Map.of()), "m1");
    stored.content("2");

    WorkPlan plan = plan(false, List.of("m1", "m2"), works);
    assertThat(contents(plan)).containsExactly(Map.entry("m1", "2"), Map.entry("m2", "2"));
    assertThat(plan.kept()).isEmpty();
  }

  @Test
  void whatAllClustersGetAlikeIsRenderedOnce() {
    stored.decide(lazy("a", "m1", "m2"));

    List<DesiredWork> works = plan(true, List.of(), Map.of()).works();
    assertThat(works).hasSize(2);
    assertThat(works.get(0).version()).isSameAs(works.get(1).version());
    for (DesiredWork work : works) {
      Map<String, Object> metadata = JsonTree.map(WorkRenderer.manifest(work.spec()), "metadata");
      assertThat(JsonTree.map(metadata, "annotations"))
          .containsEntry(KarmadaKeys.WORK_NAMESPACE, "karmada-es-" + work.cluster());
      assertThat(WorkRenderer.revision(work.spec(), work.annotations())).isEqualTo(work.revision());
    }
  }

  private WorkPlan plan(
      boolean live, List<String> required, Map<String, Map<String, Object>> existing) {
    BindingState binding = stored.binding();
    List<Object> requiredBy =
        List.of(
            Map.of("clusters", required.stream().map(cluster -> Map.of("name", cluster)).toList()));
    return planner.plan(
        new BindingState(
            binding.namespace(),
            binding.name(),
            binding.permanentId(),
            binding.resource(),
            binding.resourceUid(),
            binding.labels(),
            binding.annotations(),
            false,
            binding.snapshot(),
            binding.record(),
            binding.clusters(),
            requiredBy,
            List.of()),
        "b",
        stored.template().object(),
        live,
        List.of(),
        existing,
        stored.inventory().keySet());
  }

  /** Returns the manifests that these clusters have once the plan was carried out. */
  private static Map<String, Map<String, Object>> works(WorkPlan plan, String... clusters) {
    return plan.works().stream()
        .filter(work -> List.of(clusters).contains(work.cluster()))
        .collect(
            Collectors.toMap(DesiredWork::cluster, work -> WorkRenderer.manifest(work.spec())));
  }

  private static Map<String, String> contents(WorkPlan plan) {
    Map<String, String> contents = new LinkedHashMap<>();
    plan.works()
        .forEach(
            work ->
                contents.put(
                    work.cluster(),
                    JsonTree.text(JsonTree.map(WorkRenderer.manifest(work.spec()), "data"), "k")
                        .orElseThrow()));
    return contents;
  }
}
