package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.ActivationCause;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.UserView;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.LazyFields;
import io.sluice.template.ResourceId;
import io.sluice.template.work.WorkPlanner.WorkPlan;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks which Works are held, kept and left out while a rollout runs: lazy-activation 3. */
class StagedWorkPlannerTest {
  private static final UserView VIEW = new UserView(Set.of());
  private static final Map<String, Map<String, String>> INVENTORY =
      Map.of("m1", Map.of(), "m2", Map.of(), "m3", Map.of());

  @Test
  void whileItRunsEveryClusterKeepsWhatItWasGivenAndNoneGetsAWork() {
    WorkPlan plan = plan(RolloutStanding.UNDER_WAY, works(Map.of("m1", "a", "m2", "b")));
    assertThat(plan.works()).isEmpty();
    assertThat(plan.kept()).containsExactly("m1", "m2");
    assertThat(plan.unserved()).isEmpty();
  }

  @Test
  void aWorkThatWasEditedGetsBackWhatItsClusterWasGiven() {
    Map<String, WorkState> works = works(Map.of("m1", "a", "m2", "a"));
    WorkState edited = works.get("m1");
    works.put("m1", withSpec(edited, works(Map.of("m1", "x")).get("m1").spec()));
    WorkPlan plan = plan(RolloutStanding.UNDER_WAY, works);
    assertThat(versions(plan)).containsExactly(Map.entry("m1", edited.revision()));
    assertThat(plan.kept()).containsExactly("m2");
  }

  @Test
  void anEditedWorkStaysWhereNothingHoldsWhatItHad() {
    Map<String, WorkState> works = works(Map.of("m1", "a"));
    works.put("m1", withSpec(works.get("m1"), works(Map.of("m1", "x")).get("m1").spec()));
    WorkPlan plan = plan(RolloutStanding.UNDER_WAY, works);
    assertThat(plan.works()).isEmpty();
    assertThat(plan.kept()).containsExactly("m1");
  }

  @Test
  void haltedItGivesNewcomersWhatSucceededLast() {
    Map<String, WorkState> works = works(Map.of("m1", "a", "m2", "b"));
    WorkPlan plan = plan(RolloutStanding.HALTED, works);
    assertThat(versions(plan))
        .containsExactly(Map.entry("m3", works(Map.of("m3", "a")).get("m3").revision()));
    assertThat(plan.kept()).containsExactly("m1", "m2");
  }

  @Test
  void haltedItGivesBackTheVersionThatADeletedWorkHad() {
    WorkState gone = works(Map.of("m2", "b")).get("m2");
    WorkPlan plan =
        planner()
            .plan(
                binding(),
                template("b"),
                true,
                List.of(),
                works(Map.of("m1", "a", "m3", "a")),
                INVENTORY,
                progress(RolloutStanding.HALTED, Map.of("m2", VanishedWork.of(gone))));
    assertThat(versions(plan)).containsExactly(Map.entry("m2", gone.revision()));
  }

  @Test
  void haltedItGivesAVanishedClusterTheFormerContentWhereItHadThat() {
    WorkState gone = works(Map.of("m2", "a")).get("m2");
    WorkPlan plan =
        planner()
            .plan(
                binding(),
                template("b"),
                true,
                List.of(),
                works(Map.of("m1", "a", "m3", "b")),
                INVENTORY,
                progress(RolloutStanding.HALTED, Map.of("m2", VanishedWork.of(gone))));
    assertThat(versions(plan)).containsExactly(Map.entry("m2", gone.revision()));
  }

  @Test
  void haltedItGivesNothingToAClusterThatTheFormerPlacementDoesNotSelect() {
    SettledIntent elsewhere =
        new SettledIntent(
            "r1",
            identity("a"),
            Map.of(
                LazyFields.PLACEMENT,
                Map.of("clusterAffinity", Map.of("clusterNames", List.of("m1")))));
    WorkPlan plan =
        planner()
            .plan(
                binding(),
                template("b"),
                true,
                List.of(),
                works(Map.of("m1", "a", "m2", "b")),
                INVENTORY,
                new StagedProgress(
                    RolloutStanding.HALTED, Optional.of(elsewhere), Map.of(), Set.of()));
    assertThat(plan.works()).isEmpty();
  }

  @Test
  void haltedItGivesNothingWhereNoWorkHoldsTheFormerContent() {
    WorkPlan plan = plan(RolloutStanding.HALTED, works(Map.of("m2", "b")));
    assertThat(plan.works()).isEmpty();
    assertThat(plan.wants("m3")).isFalse();
  }

  @Test
  void afterSuccessTheTargetHasTheActiveContentAndDeparturesGo() {
    WorkPlan plan = plan(RolloutStanding.SUCCEEDED, works(Map.of("m1", "a", "m2", "b")));
    String active = works(Map.of("m2", "b")).get("m2").revision();
    assertThat(versions(plan)).containsExactly(Map.entry("m2", active), Map.entry("m3", active));
    assertThat(plan.wants("m1")).isFalse();
  }

  @Test
  void aNewcomerWhoseGroupIsNotApprovedGetsNothing() {
    for (RolloutStanding standing : List.of(RolloutStanding.SUCCEEDED, RolloutStanding.HALTED)) {
      Map<String, WorkState> works = works(Map.of("m1", "a", "m2", "b"));
      assertThat(versions(plan(standing, works))).containsKey("m3");
      WorkPlan waiting =
          planner()
              .plan(
                  binding(),
                  template("b"),
                  true,
                  List.of(),
                  works,
                  INVENTORY,
                  new StagedProgress(standing, Optional.of(settled()), Map.of(), Set.of("m3")));
      assertThat(versions(waiting)).doesNotContainKey("m3");
    }
  }

  @Test
  void aVanishedClusterHasNoWork() {
    WorkPlan plan =
        planner()
            .plan(
                binding(),
                template("b"),
                true,
                List.of(),
                works(Map.of("m1", "a", "gone", "a")),
                INVENTORY,
                new StagedProgress(
                    RolloutStanding.HALTED, Optional.of(settled()), Map.of(), Set.of()));
    assertThat(plan.wants("gone")).isFalse();
    assertThat(plan.wants("m1")).isTrue();
  }

  /** The target is m2 and m3; the active content is b, the settled one a. */
  private static WorkPlan plan(RolloutStanding standing, Map<String, WorkState> works) {
    return planner()
        .plan(
            binding(),
            template("b"),
            true,
            List.of(),
            works,
            INVENTORY,
            progress(standing, Map.of()));
  }

  private static StagedProgress progress(
      RolloutStanding standing, Map<String, VanishedWork> vanished) {
    return new StagedProgress(standing, Optional.of(settled()), vanished, Set.of());
  }

  private static StagedWorkPlanner planner() {
    return new StagedWorkPlanner(VIEW);
  }

  private static Map<String, String> versions(WorkPlan plan) {
    return plan.works().stream()
        .collect(
            Collectors.toMap(
                DesiredWork::cluster, DesiredWork::revision, (a, b) -> a, TreeMap::new));
  }

  private static SettledIntent settled() {
    return new SettledIntent("r1", identity("a"), fields());
  }

  private static String identity(String text) {
    return ManifestRenderer.identity(VIEW, ManifestRenderer.render(template(text)));
  }

  private static Map<String, Object> fields() {
    return Map.of(LazyFields.PLACEMENT, Map.of(), LazyFields.CONFLICT_RESOLUTION, "Abort");
  }

  private static Map<String, Object> template(String text) {
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "ConfigMap",
        "metadata",
        Map.of("name", "web", "namespace", "default", "uid", "u1", "generation", 1),
        "data",
        Map.of("text", text));
  }

  private static Map<String, WorkState> works(Map<String, String> texts) {
    Map<String, WorkState> works = new TreeMap<>();
    texts.forEach(
        (cluster, text) -> {
          DesiredWork work =
              new WorkRenderer(binding(), "id", template(text))
                  .render(
                      cluster,
                      ManifestRenderer.render(template(text)),
                      WorkOptions.of(Optional.of(fields()), List.of()));
          works.put(
              cluster,
              new WorkState(
                  cluster, 1, work.annotations(), work.spec(), Map.of(), Optional.empty()));
        });
    return works;
  }

  private static WorkState withSpec(WorkState work, Map<String, Object> spec) {
    return new WorkState(
        work.cluster(), 2, work.annotations(), spec, work.status(), work.dispatch());
  }

  private static BindingState binding() {
    ActiveIntent active =
        new ActiveIntent(
            "r2",
            "hash",
            "PropagationPolicy/default/web",
            1,
            Instant.EPOCH,
            ActivationCause.CONTENT_CHANGED,
            Optional.of(identity("b")));
    ContentFingerprint seen =
        new ContentFingerprint("hash", "1", Optional.empty(), Optional.empty(), Optional.empty());
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(KarmadaKeys.ACTIVATIONS, "2");
    return new BindingState(
        "default",
        "web-configmap",
        Optional.of("id"),
        new ResourceId("v1", "ConfigMap", "default", "web"),
        "u1",
        Map.of(),
        annotations,
        false,
        Optional.of(fields()),
        Optional.of(
            new ActivationRecord(
                "", seen, Optional.of(active), Optional.empty(), Optional.empty())),
        List.of("m2", "m3"),
        List.of(),
        List.of());
  }
}
