package io.sluice.document;

import io.sluice.demo.FrozenScene;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Plays scenes, and chooses the one in which a command makes sense. */
final class Scenes implements AutoCloseable {
  /** What has happened before the command. */
  enum Moment {
    /** Group prod waits for an approval. */
    WAITING,
    /** Too many clusters have failed. */
    HALTED,
    /** A rollout has succeeded, and an edit of the placement waits. */
    PENDING,
    /** The same for a template of Karmada's policies. */
    TEMPLATE
  }

  private static final Set<String> AFTER_A_FAILURE = Set.of("retry", "leave");
  private static final Set<String> AFTER_A_SUCCESS = Set.of("activate", "wait");

  private final Map<Moment, CompletableFuture<Scene>> played = new EnumMap<>(Moment.class);

  /** Begins to play all scenes: they mostly wait for clusters. */
  Scenes() {
    for (Moment moment : Moment.values()) {
      played.put(moment, CompletableFuture.supplyAsync(() -> play(moment), Scenes::start));
    }
  }

  private static void start(Runnable work) {
    new Thread(work, "scene").start();
  }

  /** Returns the moment for a command. */
  static Moment moment(List<String> arguments) {
    if (arguments.contains("--template")) {
      return Moment.TEMPLATE;
    }
    if (AFTER_A_FAILURE.contains(arguments.get(0))) {
      return Moment.HALTED;
    }
    boolean approval = arguments.contains("Approval") || arguments.contains("--fail-on-approval");
    return AFTER_A_SUCCESS.contains(arguments.get(0)) && !approval
        ? Moment.PENDING
        : Moment.WAITING;
  }

  /** Returns the scene, once it has been played. */
  Scene at(Moment moment) {
    return played.get(moment).join();
  }

  private static Scene play(Moment moment) {
    try {
      return switch (moment) {
        case WAITING -> new PolicyScene(FrozenScene.waiting());
        case HALTED -> new PolicyScene(FrozenScene.halted());
        case PENDING -> new PolicyScene(FrozenScene.pending());
        case TEMPLATE -> TemplateScene.open();
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    played.values().forEach(scene -> scene.join().close());
  }
}
