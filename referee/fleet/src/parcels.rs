//! Gives workers the objects that they lack: a part at a time, to one worker after the other, and the next one only when
//! the last is on its way. Whatever else a coordinator says goes before.

use std::collections::VecDeque;

use futures_util::future::BoxFuture;

use crate::broker::Broker;
use crate::object_id::ObjectId;
use crate::objects::{AT_ONCE, ObjectStore};
use crate::subjects;

/// What a worker lacks of an object.
struct Parcel {
    worker: String,
    object: ObjectId,
    from: u64,
    until: u64,
}

/// What workers lack.
#[derive(Default)]
pub(crate) struct Parcels {
    lacking: VecDeque<Parcel>,
    sending: Option<BoxFuture<'static, ()>>,
}

impl Parcels {
    /// Notes what a worker lacks, instead of what it lacked before.
    pub(crate) fn note(&mut self, worker: &str, object: ObjectId, from: u64) {
        self.lacking.retain(|parcel| parcel.worker != worker);
        self.lacking.push_back(Parcel {
            worker: worker.to_owned(),
            object,
            from,
            until: from.saturating_add(AT_ONCE),
        });
    }

    /// Returns whether there is something to do for [`Parcels::send`].
    pub(crate) fn is_busy(&self) -> bool {
        self.sending.is_some() || !self.lacking.is_empty()
    }

    /// Waits until the last part is on its way, and sends the next one. Nothing is lost if this is dropped.
    pub(crate) async fn send(&mut self, objects: &ObjectStore, broker: &Broker) {
        if let Some(sending) = &mut self.sending {
            sending.await;
            self.sending = None;
        }
        let Some(mut parcel) = self.lacking.pop_front() else {
            return;
        };
        let Some((part, length)) = objects.part(parcel.object, parcel.from) else {
            return;
        };
        let (broker, subject) = (broker.clone(), subjects::tell(&parcel.worker));
        parcel.from += length;
        if parcel.from < parcel.until {
            self.lacking.push_back(parcel);
        }
        self.sending = Some(Box::pin(async move {
            broker.tell(subject, &part).await;
            broker.flush().await;
        }));
    }
}
