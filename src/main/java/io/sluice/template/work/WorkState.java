package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a Work as it is stored.
 *
 * @param dispatch by which attempt it was written; empty where no rollout wrote it
 */
public record WorkState(
    String cluster,
    long generation,
    Map<String, String> annotations,
    Map<String, Object> spec,
    Map<String, Object> status,
    Optional<Dispatch> dispatch) {
  /** The key of a dispatch's baseline: the number that the former manifest had. */
  public static final String GENERATION = "resourceTemplateGeneration";

  public WorkState {
    requireNonNull(cluster, "cluster is null");
    annotations = Map.copyOf(annotations);
    requireNonNull(spec, "spec is null");
    requireNonNull(status, "status is null");
    requireNonNull(dispatch, "dispatch is null");
  }

  /** Returns the version that its cluster was given; empty where nothing says so. */
  public String revision() {
    return annotations.getOrDefault(KarmadaKeys.REVISION, "");
  }

  /** Returns the version of what it holds. */
  public String held() {
    return WorkRenderer.revision(spec, annotations);
  }

  public Map<String, Object> manifest() {
    return WorkRenderer.manifest(spec);
  }

  /** Returns the generation of the template that its manifest was made from; 0: unknown. */
  public long templateGeneration() {
    return templateGeneration(manifest());
  }

  static long templateGeneration(Map<String, Object> manifest) {
    String text =
        JsonTree.text(
                JsonTree.map(JsonTree.map(manifest, "metadata"), "annotations"),
                KarmadaKeys.TEMPLATE_GENERATION)
            .orElse("");
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Returns whether that number rose when it was written last. */
  boolean generationRose() {
    return dispatch
        .map(given -> given.baseline().getOrDefault(GENERATION, List.of()))
        .filter(former -> former.size() == 1)
        .filter(former -> templateGeneration() > Long.parseLong(former.get(0)))
        .isPresent();
  }
}
