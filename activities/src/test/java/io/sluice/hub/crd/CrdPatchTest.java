package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applies the patches of {@code deploy/crds} to the kinds that a hub with OCM has. */
class CrdPatchTest {
  static List<Sample> kinds() {
    return Sample.of("hub-crds.yaml");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPatchedKindOfAHubHasEveryFieldThatSluiceAdds(Sample kind) throws IOException {
    Map<String, Object> patched = CrdFolder.patched(kind.tree(), CrdFolder.patchOf(kind.tree()));

    assertThat(fields(patched)).containsAll(added(kind.tree()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPatchTakesNothingFromAKindOfAHub(Sample kind) throws IOException {
    Map<String, Object> patched = CrdFolder.patched(kind.tree(), CrdFolder.patchOf(kind.tree()));

    assertThat(patched.get("metadata")).isEqualTo(kind.tree().get("metadata"));
    assertThat(fields(patched)).containsAll(fields(kind.tree()));
    assertThat(columns(patched)).containsAll(columns(kind.tree()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPatchMayBeAppliedAgain(Sample kind) throws IOException {
    Path patch = CrdFolder.patchOf(kind.tree());
    Map<String, Object> once = CrdFolder.patched(kind.tree(), patch);

    assertThat(CrdFolder.patched(once, patch)).isEqualTo(once);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aPatchLimitsNoFieldThatAHubHas(Sample kind) throws IOException {
    Map<String, Object> patched = CrdFolder.patched(kind.tree(), CrdFolder.patchOf(kind.tree()));
    assertThat(limits(patched)).isEqualTo(limits(kind.tree()));
  }

  /** The paths of the limits of fields that hubs have, with or without exclusions. */
  private static List<String> limits(Map<String, Object> kind) {
    List<String> limits = new ArrayList<>();
    limits(CrdFolder.child(CrdFolder.version(kind), "schema", "openAPIV3Schema"), "", limits);
    return limits.stream().filter(path -> !path.contains("rolloutStrategy")).sorted().toList();
  }

  private static void limits(Object node, String path, List<String> limits) {
    if (node instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (List.of("maxItems", "maxLength", "maxProperties").contains(key)) {
              limits.add(path + "/" + key + "=" + value);
            }
            limits(value, path + "/" + key, limits);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyFieldThatAPatchAddsIsDescribed(Sample kind) throws IOException {
    Map<String, Object> schema =
        CrdFolder.child(
            CrdFolder.version(CrdFolder.patched(kind.tree(), CrdFolder.patchOf(kind.tree()))),
            "schema",
            "openAPIV3Schema");
    List<String> hub =
        CrdDescriptions.all(
            CrdFolder.child(CrdFolder.version(kind.tree()), "schema", "openAPIV3Schema"));
    assertThat(CrdDescriptions.missing(schema)).allMatch(hub::contains);
  }

  /** The fields that the patch adds to the file of that kind in {@code deploy/crds/ocm}. */
  private static TreeSet<String> added(Map<String, Object> kind) throws IOException {
    Map<String, Object> plain =
        CrdFolder.read(
            CrdFolder.ROOT.resolve("ocm").resolve(CrdFolder.patchOf(kind).getFileName()));
    TreeSet<String> added = fields(CrdFolder.patched(plain, CrdFolder.patchOf(kind)));
    added.removeAll(fields(plain));
    assertThat(added).isNotEmpty();
    return added;
  }

  /** The paths of all fields of the schema. */
  private static TreeSet<String> fields(Map<String, Object> kind) {
    TreeSet<String> fields = new TreeSet<>();
    fields(
        CrdFolder.child(CrdFolder.version(kind), "schema", "openAPIV3Schema").get("properties"),
        "",
        fields);
    return fields;
  }

  private static void fields(Object node, String path, TreeSet<String> fields) {
    if (node instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (value instanceof Map<?, ?>) {
              fields.add(path + "/" + key);
              fields(value, path + "/" + key, fields);
            }
          });
    }
  }

  private static List<Object> columns(Map<String, Object> kind) {
    Object columns = CrdFolder.version(kind).getOrDefault("additionalPrinterColumns", List.of());
    return List.copyOf((List<?>) columns);
  }
}
