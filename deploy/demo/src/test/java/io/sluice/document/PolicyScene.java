package io.sluice.document;

import io.sluice.demo.FrozenScene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Stands on a hub where the rollout of a policy has been played. */
record PolicyScene(FrozenScene played) implements Scene {
  @Override
  public String hub() {
    return played.url();
  }

  @Override
  public String temporal() {
    return played.temporal();
  }

  @Override
  public String namespace() {
    return played.policy().namespace();
  }

  @Override
  public String subject() {
    return played.policy().name();
  }

  @Override
  public String group() {
    return "prod";
  }

  /** Those of group prod are the last, and it waits. */
  @Override
  public List<String> clusters() {
    List<String> clusters = new ArrayList<>(played.clusters());
    Collections.sort(clusters);
    return clusters.stream().filter(name -> name.startsWith("prod")).toList();
  }

  @Override
  public String during() {
    return played.frozen().toString();
  }

  @Override
  public Path history(Path folder) {
    return played.history(folder.resolve("history.json"));
  }

  @Override
  public void restore() {
    played.restore();
  }

  @Override
  public void close() {
    played.close();
  }
}
