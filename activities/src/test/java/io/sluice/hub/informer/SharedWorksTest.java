package io.sluice.hub.informer;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.template.WorkContent;
import io.sluice.hub.template.WorkParser;
import io.sluice.hub.template.WorkShell;
import io.sluice.template.work.WorkRenderer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedWorksTest {
  private static final String WORK =
      """
      {"apiVersion": "work.karmada.io/v1alpha1", "kind": "Work",
       "metadata": {"name": "web", "namespace": "karmada-es-%1$s", "resourceVersion": "7", "uid": "u",
         "annotations": {"work.karmada.io/conflict-resolution": "%3$s"}},
       "spec": {"workload": {"manifests": [{"apiVersion": "v1", "kind": "ConfigMap", "data": {"k": "grün \\"}"},
         "metadata": {"name": "web", "labels": {"work.karmada.io/namespace": "karmada-es-m1"},
           "annotations": {"a": "b", "work.karmada.io/namespace": "%2$s", "z": "1"}}},
         {"metadata": {"annotations": {"work.karmada.io/namespace": "karmada-es-m0"}}}]}},
       "status": {"conditions": [{"type": "Applied", "status": "True"}]}}
      """;

  private final ObjectParser parser = new ObjectParser();

  private static String text(String cluster, String named, String resolution) {
    return WORK.formatted(cluster, named, resolution);
  }

  private static String text(String cluster) {
    return text(cluster, "karmada-es-" + cluster, "abort");
  }

  private GenericKubernetesResource read(String text) throws IOException {
    return parser.object(text.getBytes(StandardCharsets.UTF_8));
  }

  private WorkContent content(String text) throws IOException {
    return ((WorkShell) read(text)).content();
  }

  private static Map<String, Object> tree(String text) {
    return HubObjects.toTree(HubObjects.parse(text, GenericKubernetesResource.class).orElseThrow());
  }

  @Test
  void worksOfOneVersionShareTheirContentAndEachHasItsOwnNamespace() throws IOException {
    assertThat(content(text("m1"))).isSameAs(content(text("member2")));
    for (String cluster : new String[] {"m1", "member2"}) {
      assertThat(HubObjects.toTree(read(text(cluster)))).isEqualTo(tree(text(cluster)));
    }
  }

  @Test
  void anEventIsReadLikeAnItemOfAList() throws IOException {
    String line = "{\"type\": \"ADDED\", \"object\": %s}".formatted(text("m1").replace("\n", ""));
    GenericKubernetesResource object = parser.event(line.getBytes(StandardCharsets.UTF_8)).object();
    assertThat(HubObjects.toTree(object)).isEqualTo(tree(text("m1")));
  }

  @Test
  void theVersionIsThatOfTheWholeWork() throws IOException {
    GenericKubernetesResource whole =
        HubObjects.parse(text("m1"), GenericKubernetesResource.class).orElseThrow();
    assertThat(WorkParser.held(read(text("m1"))))
        .isEqualTo(WorkParser.held(whole))
        .isEqualTo(
            WorkRenderer.revision(HubObjects.part(whole, "spec"), HubObjects.annotations(whole)));
    assertThat(WorkParser.status(read(text("m1")))).isEqualTo(WorkParser.status(whole));
  }

  @Test
  void aWorkThatWasEditedSharesNothing() throws IOException {
    WorkContent given = content(text("m1"));
    String edited = text("m2").replace("\"a\": \"b\"", "\"a\": \"c\"");
    assertThat(content(edited)).isNotSameAs(given);
    assertThat(WorkParser.held(read(edited))).isNotEqualTo(given.revision());
    String resolved = text("m2").replace("\"abort\"", "\"overwrite\"");
    assertThat(WorkParser.held(read(resolved))).isNotEqualTo(given.revision());
  }

  @Test
  void aNamespaceThatIsNotThatOfTheWorkIsKept() throws IOException {
    for (String named :
        new String[] {"", "karmada-es-m2", "karmada-es-m1x", "karmada-es-m\\u0031"}) {
      String text = text("m1", named, "abort");
      assertThat(HubObjects.toTree(read(text))).isEqualTo(tree(text));
    }
    assertThat(content(text("m1", "", "abort")))
        .isNotSameAs(content(text("m1", "karmada-es-m1", "abort")));
  }

  @Test
  void aWorkWithoutManifestsIsReadAsItIs() throws IOException {
    for (String spec :
        new String[] {
          "{}",
          "{\"workload\": null}",
          "{\"workload\": {\"manifests\": []}}",
          "null",
          "{\"workload\": {\"manifests\": [null, {\"metadata\": {}}]}}"
        }) {
      String text =
          """
          {"apiVersion": "work.karmada.io/v1alpha1", "kind": "Work", "metadata": {"name": "web", "namespace": "n"}, "spec": %s}"""
              .formatted(spec);
      assertThat(HubObjects.toTree(read(text))).isEqualTo(tree(text));
    }
  }

  @Test
  void whatIsTooDeepCannotBeRead() {
    String deep =
        text("m1").replace("\"grün \\\"}\"", "{\"a\":".repeat(200) + "1" + "}".repeat(200));
    assertThatThrownBy(() -> read(deep)).isInstanceOf(IOException.class);
  }

  @Test
  void aContentIsForgottenWithItsLastWork() throws IOException {
    SharedWorks works = new SharedWorks();
    works.of(text(1));
    await()
        .until(
            () -> {
              System.gc();
              works.of(text(2));
              return works.size() == 1;
            });
  }

  private static WorkText text(int content) throws IOException {
    byte[] spec = "{\"content\": %d}".formatted(content).getBytes(StandardCharsets.UTF_8);
    try (var json = ObjectParser.JSON.createParser(spec)) {
      json.nextToken();
      return WorkText.read(json, spec, "n", "abort");
    }
  }
}
