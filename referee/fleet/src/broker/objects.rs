//! Objects on the server: the files of bots, and what is too large for a message. Each is named by its contents.

use std::borrow::Cow;
use std::time::Duration;

use anyhow::{Result, bail};
use async_nats::jetstream::Message;
use async_nats::jetstream::object_store::{ObjectMetadata, ObjectStore};
use referee_output::failure::machine;
use tokio::time::timeout;

use super::{Broker, told};
use crate::object_id::{ObjectContents, ObjectId};
use crate::seal::OBJECT;
use crate::subjects::OBJECTS;

/// Bytes in a part of an object.
const PART: usize = 512 << 10;
/// Longest time for an object to come.
const FETCH: Duration = Duration::from_mins(10);

impl Broker {
    /// Returns what a message holds, or the object of at most `most` bytes that it names: what is too large for a
    /// message.
    pub(crate) async fn contents<'a>(
        &self,
        message: &'a Message,
        most: u64,
    ) -> Result<Cow<'a, [u8]>> {
        let headers = message.headers.as_ref();
        match headers.and_then(|headers| headers.get(OBJECT)) {
            Some(name) => {
                let id: ObjectId = name.as_str().parse().map_err(machine)?;
                if id.kind() != ObjectContents::Message {
                    return Err(machine(format!("{id}, which a message names, is none")));
                }
                self.get(id, most).await.map(Cow::Owned)
            }
            None => Ok(Cow::Borrowed(&message.payload)),
        }
    }

    /// Puts an object into the store, unless it is there.
    pub(crate) async fn put(&self, id: ObjectId, bytes: &[u8]) -> Result<()> {
        let name = id.to_string();
        let objects = self.objects().await?;
        if objects.info(&name).await.is_ok() {
            return Ok(());
        }
        let description = ObjectMetadata {
            name,
            chunk_size: Some(PART),
            ..ObjectMetadata::default()
        };
        let put = objects.put(description, &mut { bytes }).await;
        put.map_err(|e| machine(format!("the server doesn't take a file: {e}")))?;
        Ok(())
    }

    /// Reads an object of at most `most` bytes, and checks that it is what its name says.
    pub(crate) async fn get(&self, id: ObjectId, most: u64) -> Result<Vec<u8>> {
        let broken = |why: String| machine(format!("the object {id} on the server: {why}"));
        let read = timeout(FETCH, self.read_object(&id.to_string(), most)).await;
        let read = read.map_err(|_| broken("it doesn't come".to_owned()))?;
        let bytes = read.map_err(|e| broken(e.to_string()))?;
        if !id.holds(&bytes) {
            return Err(broken("its contents were changed".to_owned()));
        }
        Ok(bytes)
    }

    /// Reads the parts of an object one by one: a worker has no permission for the consumer by which the client
    /// would read them.
    async fn read_object(&self, name: &str, most: u64) -> Result<Vec<u8>> {
        let info = self.objects().await?.info(name).await?;
        let size = info.size as u64;
        if size > most {
            bail!("it has {size} bytes; expected at most {most}");
        }
        let stream = self.stream(&format!("OBJ_{OBJECTS}")).await?;
        let subject = format!("$O.{OBJECTS}.C.{}", info.nuid);
        let mut bytes = Vec::new();
        let mut from = 1;
        while bytes.len() < info.size {
            let part = stream
                .direct_get_next_for_subject(&*subject, Some(from))
                .await?;
            from = part.sequence + 1;
            bytes.extend_from_slice(&part.payload);
        }
        Ok(bytes)
    }

    async fn objects(&self) -> Result<ObjectStore> {
        self.jetstream.get_object_store(OBJECTS).await.map_err(told)
    }
}
