package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what watchers see, and in which order. */
abstract class WatchContract extends ApiContract {

  private WatchLines watch(String query) {
    return new WatchLines(target, path() + "?watch=true&" + query);
  }

  private String listVersion() {
    return version(target.send("GET", path(), "", "").json());
  }

  @Test
  void aWatchShowsWhatComesAfterItsVersion() {
    createdPolicy("before");
    try (WatchLines watch = watch("resourceVersion=" + listVersion())) {
      ObjectNode created = createdPolicy("p");
      WatchLines.Line first = watch.next();
      assertThat(first.brief()).isEqualTo("ADDED p");
      assertThat(first.object()).isEqualTo(created);
      done(200, patch("p", MERGE, "{\"spec\": {\"n\": 1}}"));
      assertThat(watch.next().brief()).isEqualTo("MODIFIED p");
      ObjectNode last = got("p");
      done(200, delete("p", ""));
      WatchLines.Line gone = watch.next();
      assertThat(gone.brief()).isEqualTo("DELETED p");
      assertThat(gone.object().get("spec")).isEqualTo(last.get("spec"));
      assertThat(number(gone.object())).isGreaterThan(number(last));
    }
  }

  @Test
  void aWatchFromThePastCatchesUp() {
    String version = listVersion();
    createdPolicy("p");
    done(200, patch("p", MERGE, "{\"spec\": {\"n\": 1}}"));
    done(200, delete("p", ""));
    createdPolicy("q");
    try (WatchLines watch = watch("resourceVersion=" + version)) {
      assertThat(IntStream.range(0, 4).mapToObj(i -> watch.next().brief()))
          .containsExactly("ADDED p", "MODIFIED p", "DELETED p", "ADDED q");
    }
  }

  @Test
  void aWatchWithoutAVersionBeginsWithWhatIsThere() {
    createdPolicy("p");
    createdPolicy("q");
    try (WatchLines watch = watch("")) {
      assertThat(watch.next().brief()).isEqualTo("ADDED p");
      assertThat(watch.next().brief()).isEqualTo("ADDED q");
      done(200, delete("p", ""));
      assertThat(watch.next().brief()).isEqualTo("DELETED p");
    }
  }

  @Test
  void aWatchFromZeroBeginsWithWhatIsThere() {
    createdPolicy("p");
    try (WatchLines watch = watch("resourceVersion=0")) {
      assertThat(watch.next().brief()).isEqualTo("ADDED p");
    }
  }

  @Test
  void aChangeThatAltersNothingIsNoEvent() {
    ObjectNode object = createdPolicy("p");
    try (WatchLines watch = watch("resourceVersion=" + version(object))) {
      done(200, put(object));
      createdPolicy("q");
      assertThat(watch.next().brief()).isEqualTo("ADDED q");
    }
  }

  @Test
  void aLabelThatComesOrGoesIsAnObjectThatComesOrGoes() {
    createdPolicy("p");
    String query = "resourceVersion=" + listVersion() + "&labelSelector=env%3Dprod";
    String label = "{\"metadata\": {\"labels\": {\"env\": %s}}}";
    try (WatchLines watch = watch(query)) {
      done(200, patch("p", MERGE, "{\"spec\": {\"unseen\": true}}"));
      done(200, patch("p", MERGE, label.formatted("\"prod\"")));
      assertThat(watch.next().brief()).isEqualTo("ADDED p");
      done(200, patch("p", MERGE, "{\"spec\": {\"n\": 1}}"));
      assertThat(watch.next().brief()).isEqualTo("MODIFIED p");
      ObjectNode left = done(200, patch("p", MERGE, label.formatted("\"test\"")));
      WatchLines.Line gone = watch.next();
      assertThat(gone.brief()).isEqualTo("DELETED p");
      assertThat(gone.object().at("/metadata/labels/env").asText()).isEqualTo("prod");
      assertThat(version(gone.object())).isEqualTo(version(left));
      done(200, delete("p", ""));
      created(labelled(policy("q"), Map.of("env", "prod")));
      assertThat(watch.next().brief()).isEqualTo("ADDED q");
    }
  }

  @Test
  void aWatchOfOneNameShowsOnlyThatOne() {
    String query = "resourceVersion=" + listVersion() + "&fieldSelector=metadata.name%3Dq";
    try (WatchLines watch = watch(query)) {
      createdPolicy("p");
      createdPolicy("q");
      assertThat(watch.next().brief()).isEqualTo("ADDED q");
    }
  }

  @Test
  void aWatchOfOneNamespaceShowsNoOther() {
    String other = newNamespace();
    String mine = namespace;
    try (WatchLines watch = watch("resourceVersion=" + listVersion())) {
      namespace = other;
      createdPolicy("there");
      namespace = mine;
      createdPolicy("here");
      assertThat(watch.next().brief()).isEqualTo("ADDED here");
    }
    client.namespaces().withName(other).delete();
  }

  @Test
  void aWatchOfAllNamespacesShowsEach() {
    String query =
        "?watch=true&resourceVersion=" + listVersion() + "&labelSelector=run%3D" + namespace;
    try (WatchLines watch = new WatchLines(target, "/apis/" + POLICY + "/policies" + query)) {
      created(labelled(policy("p"), Map.of("run", namespace)));
      assertThat(watch.next().object().at("/metadata/namespace").asText()).isEqualTo(namespace);
    }
  }

  @Test
  void aDeletionThatIsHeldIsAModification() {
    ObjectNode object = policy("p");
    metadata(object).putArray("finalizers").add("sluice.io/test");
    String version = version(created(object));
    try (WatchLines watch = watch("resourceVersion=" + version)) {
      done(200, delete("p", ""));
      WatchLines.Line marked = watch.next();
      assertThat(marked.brief()).isEqualTo("MODIFIED p");
      assertThat(marked.object().at("/metadata").has("deletionTimestamp")).isTrue();
      done(200, patch("p", MERGE, "{\"metadata\": {\"finalizers\": null}}"));
      assertThat(watch.next().brief()).isEqualTo("DELETED p");
    }
  }

  @Test
  void aWatchEndsAtItsTimeOutWithABookmark() {
    String version = version(createdPolicy("p"));
    // A busy server may leave the bookmark out, so a watch without one is repeated twice.
    WatchLines.Line line = firstLineOfAWatchThatEnds(version);
    for (int repeats = 0; repeats < 2 && line.type().equals("END"); repeats++) {
      line = firstLineOfAWatchThatEnds(version);
    }
    assertThat(line.type()).isEqualTo("BOOKMARK");
    assertThat(line.object().path("kind").asText()).isEqualTo("Policy");
    assertThat(number(line.object())).isGreaterThanOrEqualTo(Long.parseLong(version));
  }

  private WatchLines.Line firstLineOfAWatchThatEnds(String version) {
    try (WatchLines watch =
        watch("resourceVersion=" + version + "&timeoutSeconds=4&allowWatchBookmarks=true")) {
      WatchLines.Line first = watch.nextOfAll();
      WatchLines.Line last = first;
      while (last.type().equals("BOOKMARK")) {
        last = watch.nextOfAll();
      }
      assertThat(last.type()).isEqualTo("END");
      return first;
    }
  }

  @Test
  void aVersionThatIsTooOldHasExpired() {
    createdPolicy("p");
    try (WatchLines watch = watch("resourceVersion=1")) {
      WatchLines.Line line = watch.nextOfAll();
      assertThat(line.type()).isEqualTo("ERROR");
      assertThat(line.object().path("code").asInt()).isEqualTo(410);
      assertThat(line.object().path("reason").asText()).isEqualTo("Expired");
      assertThat(watch.nextOfAll().type()).isEqualTo("END");
    }
  }

  @Test
  void twoInformersAgreeAfterManyWrites() {
    IntStream.range(0, 10).forEach(i -> createdPolicy("p" + i));
    try (SharedIndexInformer<GenericKubernetesResource> one = policies().inform();
        SharedIndexInformer<GenericKubernetesResource> two = policies().inform()) {
      IntStream.range(0, 400)
          .parallel()
          .forEach(i -> patch("p" + i % 10, MERGE, "{\"spec\": {\"n\": " + i + "}}"));
      IntStream.range(0, 3).forEach(i -> delete("p" + i, ""));
      Map<String, String> truth = new TreeMap<>();
      policies().list().getItems().forEach(p -> put(truth, p));
      assertThat(truth).hasSize(7);
      await()
          .untilAsserted(
              () -> {
                assertThat(versions(one)).isEqualTo(truth);
                assertThat(versions(two)).isEqualTo(truth);
              });
    }
  }

  private static Map<String, String> versions(SharedIndexInformer<GenericKubernetesResource> i) {
    Map<String, String> versions = new TreeMap<>();
    i.getStore().list().forEach(p -> put(versions, p));
    return versions;
  }

  private static void put(Map<String, String> versions, GenericKubernetesResource p) {
    versions.put(p.getMetadata().getName(), p.getMetadata().getResourceVersion());
  }
}
