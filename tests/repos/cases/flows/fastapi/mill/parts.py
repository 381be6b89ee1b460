from typing import Annotated

from fastapi import Depends, HTTPException


def miller(token: str):
    if not token:
        raise HTTPException(401)
    return token


Miller = Annotated[str, Depends(miller)]
