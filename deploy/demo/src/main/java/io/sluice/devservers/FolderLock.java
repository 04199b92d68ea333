package io.sluice.devservers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Supplier;

/** Keeps two commands from changing the servers of one folder at the same time. */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static FolderLock take(DataFolder folder) {
    try {
      // It holds tokens: nobody else is to look into it.
      Files.createDirectories(
          folder.root(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return take(folder.lock());
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot use the folder %s: %s. Choose another one with --dir."
              .formatted(folder.root(), e),
          e);
    }
  }

  private static FolderLock take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (locked(channel)) {
      return new FolderLock(channel);
    }
    channel.close();
    throw new DevServersException(
        "Cannot change the servers in %s: another command is doing so. Wait for it to end."
            .formatted(file.getParent()));
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException here) {
      return false;
    }
  }

  /** Does something while the lock is held. */
  <T> T hold(Supplier<T> work) {
    return work.get();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot release the lock: %s. Remove the lock file.".formatted(e), e);
    }
  }
}
