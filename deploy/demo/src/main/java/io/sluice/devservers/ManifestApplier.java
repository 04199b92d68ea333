package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.process.PackagedFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Applies the manifests of a packaged folder to a hub; safe to repeat. */
final class ManifestApplier {
  /** Leaves a text as it is. */
  static final BinaryOperator<String> UNCHANGED = (file, text) -> text;

  static final String PATCHES = "patches/";
  private static final String MANAGER = "sluice-devservers";
  private static final int LONGEST = 1_000;

  private final KubernetesClient hub;
  private final Consumer<String> progress;

  ManifestApplier(KubernetesClient hub, Consumer<String> progress) {
    this.hub = requireNonNull(hub, "hub is null");
    this.progress = requireNonNull(progress, "progress is null");
  }

  /**
   * Reads the objects of a folder.
   *
   * @param adapted takes a file and its text, and returns the text that counts
   */
  List<HasMetadata> objects(
      PackagedFiles folder, Predicate<String> wanted, BinaryOperator<String> adapted) {
    List<HasMetadata> objects = new ArrayList<>();
    folder
        .files()
        .forEach(
            (name, text) -> {
              if (isObject(name) && wanted.test(name)) {
                objects.addAll(parse(folder + "/" + name, adapted.apply(name, text)));
              }
            });
    return objects;
  }

  /** Applies the objects of a folder, and returns them. */
  List<HasMetadata> apply(
      PackagedFiles folder, Predicate<String> wanted, BinaryOperator<String> adapted) {
    List<HasMetadata> objects = objects(folder, wanted, adapted);
    if (objects.isEmpty()) {
      progress.accept("%s is empty: nothing to apply.".formatted(folder));
    }
    // Others may be in them, whatever the order of the files.
    objects.sort(Comparator.comparing(object -> !(object instanceof Namespace)));
    objects.forEach(object -> apply(folder, object));
    return objects;
  }

  // Neither a kustomization nor a patch is an object of the hub.
  private static boolean isObject(String file) {
    return file.matches(".*\\.ya?ml")
        && !file.startsWith(PATCHES)
        && !file.matches("(.*/)?kustomization\\.ya?ml");
  }

  private List<HasMetadata> parse(String file, String text) {
    try {
      return hub.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).items();
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new DevServersException(
          "Cannot read %s: %s. Correct the file.".formatted(file, e.getMessage()), e);
    }
  }

  /** Server-side, and forced: an edit of the file overrules an edit of the object. */
  private void apply(PackagedFiles folder, HasMetadata object) {
    try {
      hub.resource(object).fieldManager(MANAGER).forceConflicts().serverSideApply();
    } catch (KubernetesClientException e) {
      String why = e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
      throw new DevServersException(
          "Cannot apply %s %s of %s: %s. Correct the file."
              .formatted(object.getKind(), object.getMetadata().getName(), folder, shortened(why)),
          e);
    }
  }

  // A refused schema brings a page of reasons; the first ones suffice.
  private static String shortened(String why) {
    return why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why;
  }
}
