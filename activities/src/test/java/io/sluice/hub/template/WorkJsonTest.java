package io.sluice.hub.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.WorkSpec;
import io.sluice.template.work.WorkVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkJsonTest {
  private final WorkJson json = new WorkJson();

  private static WorkVersion version(String content) {
    Map<String, Object> manifest =
        Map.of(
            "kind",
            "ConfigMap",
            "metadata",
            Map.of("annotations", Map.of("quoted", "\"work.karmada.io/namespace\":\"\"")),
            "data",
            Map.of("k", content));
    return new WorkVersion(
        "web",
        Map.of(),
        Map.of(),
        new WorkSpec(Map.of("workload", Map.of("manifests", List.of(manifest)))),
        "r");
  }

  private void assertFormatted(WorkVersion version, String cluster) {
    DesiredWork work = new DesiredWork(cluster, version, Map.of());
    String text =
        json.of(
            new ObjectMetaBuilder().withName("web").withNamespace(work.namespace()).build(), work);
    assertThat(HubObjects.parse(text, Object.class))
        .contains(
            Map.of(
                "apiVersion",
                "work.karmada.io/v1alpha1",
                "kind",
                "Work",
                "metadata",
                Map.of("name", "web", "namespace", "karmada-es-" + cluster),
                "spec",
                work.spec()));
  }

  @Test
  void theWorkOfEachClusterNamesItsNamespace() {
    WorkVersion version = version("a");
    assertFormatted(version, "m1");
    assertFormatted(version, "member2");
    assertFormatted(version("b"), "m1");
  }

  @Test
  void anyNumberOfVersionsAreToldApart() {
    List<WorkVersion> versions =
        IntStream.range(0, 200).mapToObj(each -> version("content " + each)).toList();
    versions.forEach(version -> assertFormatted(version, "m1"));
    versions.forEach(version -> assertFormatted(version, "m2"));
  }
}
