import httpx
from fastapi import APIRouter, BackgroundTasks, Depends, HTTPException
from sqlalchemy.orm import Session

from mill.models import Sack
from mill.parts import Miller
from mill.queue import put, weigh_later

router = APIRouter(prefix="/sacks")


def opened() -> Session:
    return Session()


def tell(sack_id: int):
    httpx.post("https://scales.example/sacks", json={"id": sack_id})


@router.post("/{kind}")
async def grind(kind: str, miller: Miller, tasks: BackgroundTasks, session: Session = Depends(opened)):
    if kind == "stone":
        raise HTTPException(422)
    sack = Sack(kind=kind)
    session.add(sack)
    for turn in range(3):
        sack.turned(turn)
    tasks.add_task(tell, sack.id)
    weigh_later.delay(sack.id)
    put("sacks.label", sack.id)
    return sack
